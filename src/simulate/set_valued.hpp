#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/fixed_modes.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// The first row, (nu), of a set-valued law; those of its other flows follow. theory 13
int row_of(const system::System& whole, const model::SetValued& law);

/// The rows, (nu), of all laws that hold in these modes of the set-valued ones.
std::vector<char> kept_rows(const system::System& whole, const system::Assembled& model,
                            const VecX& modes);

/// The rows, (nu), that hold in all modes.
std::vector<char> rows_of_all_modes(const system::System& whole, const system::Assembled& model);

/// The same without those that vanish in the present phase: `idle`, see Progress::idle.
std::vector<char> held_rows(const system::System& whole, const system::Assembled& model,
                            const VecX& idle);

/// The system of a run whose method solves set-valued laws: without their rows, and without the
/// elements that consist of such laws alone.
std::shared_ptr<system::System> without_laws(const system::System& whole,
                                             const system::Assembled& model);

/// The meaning of a column mode.NAME.
enum class Mode { kOpen, kClosed, kSticks, kSlips, kBlocked, kFree };
constexpr int kModes = 6;
/// A mode as a word of the columns.
const char* word_of(Mode mode);

/// The mode of a set-valued law; that of a contact with friction is the one of its friction while
/// it is closed.
Mode mode_of(const system::Assembled& model, const VecX& modes, std::size_t law);

/// These modes by the names of their laws.
model::FixedModes named_modes(const system::Assembled& model, const VecX& modes);

/// The mode_of() each law in words, by its name.
std::map<std::string, std::string> mode_words(const system::Assembled& model, const VecX& modes);

}  // namespace porthos::simulate
