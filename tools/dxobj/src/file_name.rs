//! Makes file names from names in shaders, which may be paths of another system.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// The device names that Windows reserves in every folder, besides `COM1` and similar ones.
const DEVICES: [&str; 6] = ["AUX", "CON", "CONIN$", "CONOUT$", "NUL", "PRN"];

/// The device names of Windows that end with a digit.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Whether Windows treats the name of a file as a device, whatever its extension is.
pub(crate) fn is_device(name: &str) -> bool {
    let base = name.split(['.', ':']).next().unwrap_or_default();
    let base = base.trim_end_matches(' ').to_uppercase();
    let is_numbered = |device: &&str| {
        let rest = base.strip_prefix(*device).unwrap_or_default();
        let mut digits = rest.chars();
        let digit = digits.next();
        let is_digit = digit.is_some_and(|digit| digit.is_ascii_digit() || "¹²³".contains(digit));
        is_digit && digits.next().is_none()
    };
    DEVICES.contains(&&*base) || NUMBERED.iter().any(is_numbered)
}

/// Makes a relative path from a name in a shader. It stays inside of a folder: roots and parents are removed, and
/// characters that the system does not allow are replaced by `_`.
pub(crate) fn within(name: &str) -> PathBuf {
    let name = name.replace('\\', "/");
    // The prefix of a Windows path that is used without normalization.
    let name = name
        .strip_prefix("//?/")
        .or(name.strip_prefix("//./"))
        .unwrap_or(&name);
    let parts = name.split('/');
    let parts = parts.filter(|part| !["", ".", ".."].contains(part));
    let path: PathBuf = parts.map(|part| file_name(part, cfg!(windows))).collect();
    if path.as_os_str().is_empty() {
        PathBuf::from("unnamed")
    } else {
        path
    }
}

/// Makes a file name: characters that the system does not allow are replaced.
pub(crate) fn file_name(name: &str, for_windows: bool) -> String {
    let is_wrong = |letter: char| {
        if !for_windows {
            [':', '\0'].contains(&letter)
        } else {
            letter.is_control() || "<>:\"/\\|?*".contains(letter)
        }
    };
    let mut name = name.replace(is_wrong, "_");
    if !for_windows {
        return name;
    }
    // Windows removes trailing dots and blanks, so that different names would become equal.
    let kept = name.trim_end_matches(['.', ' ']).len();
    let dropped = name.len() - kept;
    name.replace_range(kept.., &"_".repeat(dropped));
    if is_device(&name) {
        let base = name.find('.').unwrap_or(name.len());
        name.insert(base, '_');
    }
    name
}

/// Assigns distinct paths to files that are written into one folder. Two names may become equal because roots and
/// parents are removed, or because the file system ignores case (`A.hlsl` and `a.hlsl`).
#[derive(Default)]
pub(crate) struct Distinct<'t>(HashMap<PathBuf, &'t str>);

impl<'t> Distinct<'t> {
    /// Returns the path for a content: the given path, or one with a number if another content already has it.
    pub(crate) fn take(&mut self, path: PathBuf, content: &'t str) -> PathBuf {
        let mut free = path.clone();
        for number in 2.. {
            let key = if cfg!(any(windows, target_os = "macos")) {
                free.to_string_lossy().to_lowercase().into()
            } else {
                free.clone()
            };
            if *self.0.entry(key).or_insert(content) == content {
                break;
            }
            let mut name = path.file_stem().map_or(OsString::new(), Into::into);
            name.push(format!(".{number}"));
            if let Some(ending) = path.extension() {
                name.push(".");
                name.push(ending);
            }
            free.set_file_name(name);
        }
        free
    }
}
