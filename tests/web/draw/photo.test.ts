// A photograph behind the board: scaled and turned by two points.
import { expect, test } from "vitest";
import { Photo, pictureIn } from "../../../web/src/draw/photo";

/** A photograph of 400 by 300 pixels, 2 m wide around (0.5, 0). */
function photograph(): Photo {
  const photo = new Photo("A linkage");
  photo.state = {
    ...{ picture: "data:image/jpeg;base64,", width: 400, height: 300 },
    ...{ center: { x: 0.5, y: 0 }, scale: 0.005, angle: 0, opacity: 0.6 },
  };
  return photo;
}

test("two points and a length scale a photograph about the first point", () => {
  const photo = photograph();
  photo.mark([
    { x: 0, y: 0 },
    { x: 0.4, y: 0.3 },
  ]);
  photo.scaleTo(1);
  expect(photo.state?.scale).toBeCloseTo(0.01, 12);
  expect(photo.state?.center).toEqual({ x: 1, y: 0 });
  expect(photo.points?.[1]).toEqual({ x: 0.8, y: 0.6 });
  photo.scaleTo(0); // a length that cannot be
  expect(photo.state?.scale).toBeCloseTo(0.01, 12);
});

test("a photograph turns until its points are level, and never upside down", () => {
  for (const end of [
    { x: 0.4, y: 0.4 },
    { x: -0.4, y: -0.4 },
  ]) {
    const photo = photograph();
    photo.mark([{ x: 0, y: 0 }, end]);
    photo.level();
    expect(photo.state?.angle).toBeCloseTo(-Math.PI / 4, 12);
    expect(photo.points?.[1].y).toBeCloseTo(0, 12);
    expect(photo.state?.center.y).toBeCloseTo(-0.5 * Math.SQRT1_2, 12);
  }
});

test("a point of a photograph is shifted to a place, with its marks", () => {
  const photo = photograph();
  photo.mark([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ]);
  photo.shift({ x: 0.2, y: 0.1 }, { x: 0, y: 0 });
  expect(photo.state?.center).toEqual({ x: 0.3, y: -0.1 });
  expect(photo.points?.[0]).toEqual({ x: -0.2, y: -0.1 });
});

test("of dropped files only a picture is taken", () => {
  const file = (name: string, type: string): File => new File(["."], name, { type });
  const [text, picture] = [file("a.json", "application/json"), file("b.jpg", "image/jpeg")];
  expect(pictureIn([text, picture])).toBe(picture);
  expect(pictureIn([text])).toBe(undefined);
  expect(pictureIn(undefined)).toBe(undefined);
});
