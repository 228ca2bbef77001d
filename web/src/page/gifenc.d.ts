// gifenc has no types of its own; these are of what is used here.
declare module "gifenc" {
  /** Red, green and blue from 0 to 255. */
  type Color = number[];

  interface Frame {
    palette: Color[];
    /** Milliseconds until the next frame. */
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    dispose: number;
  }

  interface Encoder {
    writeFrame(indexed: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  function GIFEncoder(): Encoder;
  function quantize(rgba: Uint8Array, maxColors: number): Color[];
  function applyPalette(rgba: Uint8Array, palette: Color[]): Uint8Array;
}
