//! Finds the headers of an LLVM, and defines their names.

use std::path::{Path, PathBuf};

/// LLVM's declarations of the format, below its include folder.
pub(crate) const HEADER: &str = "llvm/BinaryFormat/DXContainer.h";
/// LLVM's enum tables, which the schemas mirror.
pub(crate) const TABLES: &str = "llvm/BinaryFormat/DXContainerConstants.def";
/// LLVM's macro of the parts, which the schemas contain as `[[part]]`. Its rows are numbered by their positions, which
/// files do not contain.
pub(crate) const PARTS_MACRO: &str = "CONTAINER_PART";

/// C++ has no offset of bit-fields: the assertions set all bits of a member, and inspect the bytes of the whole object.
pub(crate) const BITS: &str = r"
namespace layout {
template <class T> struct Bytes { unsigned char at[sizeof(T)]; };
template <class T, class Set> constexpr bool is_set(Set set, unsigned long long bit) {
  T value{};
  set(value);
  return __builtin_bit_cast(Bytes<T>, value).at[bit / 8] >> bit % 8 & 1;
}
template <class T, class Set> constexpr unsigned long long first_bit(Set set) {
  unsigned long long bit = 0;
  while (bit < sizeof(T) * 8 && !is_set<T>(set, bit)) ++bit;
  return bit;
}
template <class T, class Set> constexpr unsigned long long bits(Set set) {
  unsigned long long count = 0;
  for (unsigned long long bit = 0; bit < sizeof(T) * 8; ++bit) count += is_set<T>(set, bit);
  return count;
}
}
";

/// The include folder with a file: the given folder, or the one inside of it.
pub(crate) fn with(file: &str, given: &Path) -> Result<PathBuf, String> {
    let mut folders = [given.to_owned(), given.join("include")].into_iter();
    let found = folders.find(|folder| folder.join(file).is_file());
    found.ok_or_else(|| format!("there is no {file} in {}", given.display()))
}

/// The version of the LLVM with this include folder, if its configuration states it.
pub(crate) fn version(include: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(include.join("llvm/Config/llvm-config.h")).ok()?;
    let mut lines = text.lines();
    let version = lines.find_map(|line| line.strip_prefix("#define LLVM_VERSION_MAJOR "))?;
    version.trim().parse().ok()
}

/// Converts `DxilModuleNum` to `dxil_module_num`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && after_small {
            snake.push('_');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        snake.extend(letter.to_lowercase());
    }
    snake
}
