// Linkages as texts.

/** A crank-rocker: 0.2, 0.5 and 0.4 m on a base of 0.6 m. */
export const fourBar = `{
  "porthos": 1,
  "name": "Four-bar",
  "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.2 }, "start": { "r": [0, 0.1], "phi": "pi/2" } },
    "coupler": { "use": "porthos:planar-rod", "parameters": { "length": 0.5 }, "start": { "r": [0.23, 0.28], "phi": 0.35 } },
    "rocker": { "use": "porthos:planar-rod", "parameters": { "length": 0.4 }, "start": { "r": [0.53, 0.18], "phi": 1.9 } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "coupler.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "coupler.tip", "b": "rocker.tip" } },
    "C": { "use": "porthos:pin", "between": { "a": "ground", "b": "rocker.tail" }, "parameters": { "at_a": [0.6, 0] } }
  },
  "view": {
    "bodies": [{ "name": "pen", "position": "coupler.center.r", "shapes": [{ "type": "sphere", "radius": 0.01 }] }],
    "trails": [{ "body": "pen" }]
  }
}`;

export const sliderCrank = `{
  "porthos": 1,
  "name": "Slider-crank",
  "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.2 }, "start": { "r": [0, 0.1], "phi": "pi/2" } },
    "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.5 }, "start": { "r": [0.23, 0.1], "phi": -0.41 } },
    "slider": { "use": "porthos:planar-body", "start": { "r": [0.46, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "rod.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "slider" } },
    "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "slider" } }
  }
}`;
