/** What `porthos --help` prints. */
export const usage = `Usage:
  porthos run MODEL.json [options]      run a model
  porthos check MODEL.json [options]    list the problems of a model; with --structure, what
                                        the theory says of it
  porthos equations MODEL.json [--text | --tex | --mathml | --svg | --pdf] [-o FILE]
                                        print or typeset the equations of a model
  porthos diagram MODEL.json [--svg] [--out FILE] [--open] [--down] [--json]
                                        draw the model as boxes, junctions and ports
  porthos figure MODEL.json [--plot NAMES] [-o FILE.svg] [options]
                                        run a model and plot it as SVG
  porthos html MODEL.json -o FILE.html [options]
                                        write one file that shows it without a network
  porthos scorm MODEL.json... -o FILE.zip [options]
                                        write a course package (SCORM) that reports marks
  porthos text MODEL.json [-o FILE.json] [options]
                                        write the model as one text that runs anywhere
  porthos sweep MODEL.json --vary NAME=FROM:TO:COUNT [options]
                                        run a model for many values of its parameters
  porthos linearize MODEL.json [options]
                                        eigenvalues and modes of small motions
  porthos explain NAME                  say what a problem code or an outcome means

MODEL.json may be gallery:NAME, a model of the gallery by the name of its file
(gallery:slider-crank), its system in the papers (gallery:S-10), or both
(gallery:S-16-revolute).

Options of run; what is missing comes from the model:
  --until S             end of the run, s
  --step S              step size, s
  --method NAME         integration method
  --tolerance NUMBER    relative error of a step, for methods with adaptive step size
  --coordinates NAME    "joints" or "bodies": those of the steps of gauss(s)
  --set NAME=VALUE      value of a parameter (may be repeated)
  --input PORT=FORMULA  effort of a port, a formula of t (may be repeated);
                        of an array port: FORMULA;FORMULA;...
  --inverse FILE        prescribe the motion in a table of t and joint positions (or flows of
                        ports); the table of the run has the efforts that it takes
  --csv FILE            write the whole table; "-" is the standard output
  --stamp               a first line "# Porthos VERSION, model HASH" in the table
  --error-column        a column of the table for the error of the trajectory
  --json                write the summary, or the problems, as JSON
  --allow PLACE         let the model use files of this folder or address too, and not
                        only of its own folder (may be repeated, also of check and
                        equations)

Options of check:
  --structure           what structure the model has, and which theorem says so
  --only T-13           one check of these (may be repeated)
  --budget SECONDS      the time for all of these (5)

Options of equations:
  --text                the syntax of the format, line by line (what is printed without
                        an option)
  --tex                 LaTeX, for a document with amsmath
  --mathml              a piece of HTML with MathML
  --svg                 typeset as a picture, all letters as outlines
  --pdf                 typeset on pages (A4); needs -o
  --symbols             with a list of all symbols, in --svg and --pdf
  -o FILE               where to; "-", and without it, is the standard output

Options of diagram:
  --svg                 a picture (what is written without an option)
  --out FILE            where to; "-", and without it, is the standard output
  --open                with what is inside the components
  --down                from top to bottom instead of to the right
  --json                the boxes, junctions, ports and lines instead of a picture

Options of linearize: --set, --input, --json, and
  --at PLACE            start (when missing), equilibrium or steady: a state of rest, or a
                        motion without accelerations, near the start
  --fixed NAME          a state that keeps its value (may be repeated)
  --sweep NAME=FROM:TO:COUNT
                        eigenvalues over a parameter or a start

Options of sweep: those of run, and
  --vary NAME=FROM:TO:COUNT
                        COUNT values at equal distances; NAME=A,B,C these. Repeated, all
                        combinations, the last parameter first
  --workers N           how many runs at once; without it one for each processor
  --shard I/N           only the I-th of N parts; the tables of all parts, one after the
                        other, are the whole

Options of text: those of run that say how to run, which are written into the text, and
  -o FILE               where to; "-", and without it, is the standard output

Options of figure: those of run that say how to run, and
  --plot NAMES          columns of the table, separated by commas; without it the energies
  --over NAME           the column along the horizontal axis; without it t
  --caption TEXT        a caption below the plot
  --width MM, --height MM
                        size in millimetres (120 x 75)
  --black               black lines that differ in their dashes
  -o FILE.svg           where to; "-", and without it, is the standard output

Options of html: those of run that say how to run, and
  -o FILE               the file to write
  --controls "LIST"     what to show: transport view traces knobs inputs method ledger
                        equations tasks
  --knobs "NAMES", --locked "NAMES"
                        the parameters to show, and those that cannot be changed
  --page FILE.md        a page with tasks, which --controls "tasks" shows

Options of scorm: those of html, which belong to the model before them, and
  -o FILE               the file to write
  --title TEXT          the title of the package; default: that of the first model
  --scorm VERSION       1.2 (when missing), or 2004 for the 4th edition
  --pass PERCENT        share of the points from which on a page is passed (50)

  --help, --version

Exit code: 0 all is well; 1 the computation failed (what was computed is still
written; of a sweep, a run failed or was refused), or the output was closed; 2
there are problems in the model or in the command, which are listed; 130, 143 a
signal ended the run.
`;
