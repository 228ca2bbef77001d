// The script lab.js of the classic build.
import * as lab from "./lab-module";
import { pieces } from "../classic/scripts";

pieces.lab = lab;
