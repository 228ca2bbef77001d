#pragma once

#include <string>

namespace porthos::diagram {

/// The diagram of a model, JSON (docs/diagrams.md, bindings/js/diagram/graph.ts):
///
///   problems  of the text; with an error among them the rest is missing
///   graph     boxes, junctions, ports and edges, with those of components inside
///   bodies    the bodies that the model draws, and the states that move each
///
/// text, files  as of Session
std::string diagram(const std::string& text, const std::string& files);

}  // namespace porthos::diagram
