//! Guesses the format of a file that is not a container.

use dxc_document::encoded;
use dxc_format::header::Header;
use dxc_format::level9::{Level9Kind, Level9Version};
use dxc_format::scan;
use dxc_format::types::Fixed;
use dxil::bitstream;

use dxc_text::to_utf8;

/// The first bytes of files of other programs, and advice for such files.
const BEGINNINGS: [(&[u8], &str); 27] = [
    (
        b"\x7fELF",
        "it is an executable; `dxobj scan` finds containers inside",
    ),
    (
        b"MZ",
        "it is an executable; `dxobj scan` finds containers inside",
    ),
    (b"PK\x03\x04", ARCHIVE),
    (b"PK\x05\x06", ARCHIVE),
    (b"!<arch>\n", ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", ARCHIVE),
    (b"Rar!\x1a\x07", ARCHIVE),
    (b"MSCF", ARCHIVE),
    (b"UnityFS\0", ARCHIVE),
    (b"\x1f\x8b", COMPRESSED),
    (b"\xfd7zXZ\0", COMPRESSED),
    (b"\x28\xb5\x2f\xfd", COMPRESSED),
    (b"\x04\x22\x4d\x18", COMPRESSED),
    (b"BZh", COMPRESSED),
    (b"\x03\x02\x23\x07", "it is SPIR-V"),
    (b"\0asm", "it is WebAssembly"),
    (
        b"RDOC",
        "it is a capture of RenderDoc; `dxobj scan` may find containers inside",
    ),
    (
        b"version https://git-lfs.github.com/spec/",
        "it is a pointer of Git LFS; `git lfs pull` downloads the file",
    ),
    (b"VSH", BGFX),
    (b"FSH", BGFX),
    (b"CSH", BGFX),
    (
        b"MGFX",
        "it is an effect of MonoGame (MGFX); `dxobj scan` finds the containers of DirectX effects, and those of OpenGL have none",
    ),
    (b"XNBw", XNB),
    (b"XNBd", XNB),
    (b"XNBg", XNB),
    (b"XNBx", XNB),
    (b"XNBm", XNB),
];

const ARCHIVE: &str = "it is an archive; unpack it, or try `dxobj scan`, which finds containers that are not compressed";
const COMPRESSED: &str = "it is compressed; unpack it first";
const BGFX: &str = "it is a shader of bgfx; `dxobj scan --extract FOLDER` writes the container in it to a file, if it was compiled for Direct3D";
const XNB: &str = "it is content of XNA or MonoGame (XNB); if it is not compressed, `dxobj scan` finds the containers in it";

/// The hint for a file that cannot be read as a container: its probable format, and advice.
pub fn hint(bytes: &[u8]) -> Option<String> {
    if scan::is_container(bytes) {
        return cut_off(bytes);
    }
    if let Some(known) = known(bytes) {
        return Some(known);
    }
    let is_short = bytes.len() < Header::SIZE;
    let size = Header::SIZE;
    Some(match (is_short, is_text(bytes)) {
        (true, _) => {
            format!("it is too short to be a container, whose header has {size} bytes; {DATA}")
        }
        (false, true) => TEXT.into(),
        (false, false) => format!(
            "its format is not known; `dxobj scan FILE` finds the containers in it, unless they are compressed; {DATA}"
        ),
    })
}

/// The format of a file by its first bytes, and advice.
pub fn guess(bytes: &[u8]) -> Option<String> {
    known(bytes).or_else(|| is_text(bytes).then(|| TEXT.into()))
}

const TEXT: &str = "it is a text";
const DATA: &str = "if it is the data of a part, `dxobj show --part FOURCC FILE` shows it";

/// The format of a file, unless it is an unknown text.
fn known(bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() {
        return Some("it is empty".into());
    }
    if scan::is_container(bytes) {
        return cut_off(bytes);
    }
    if let Some(known) = of_other_program(bytes) {
        return Some(known.into());
    }
    if bitstream::is_bitcode(bytes) {
        let known =
            "it is LLVM bitcode without a container; `dxobj set --bitcode DXIL` puts it into one";
        return Some(known.into());
    }
    of_direct3d_9(bytes)
        .or_else(|| contained(bytes))
        .or_else(|| of_text(bytes).map(Into::into))
}

/// The format of a file of another program.
fn of_other_program(bytes: &[u8]) -> Option<&'static str> {
    /// The offset of the magic of tar.
    const TAR: usize = 257;
    let is_tar = bytes
        .get(TAR..)
        .is_some_and(|rest| rest.starts_with(b"ustar"));
    if is_tar {
        return Some(ARCHIVE);
    }
    let mut known = BEGINNINGS
        .iter()
        .filter(|(begin, _)| bytes.starts_with(begin));
    let (_, hint) = known.find(|(_, hint)| *hint != BGFX || is_bgfx(bytes))?;
    Some(hint)
}

/// Whether a version follows the magic of bgfx, which is so short that a text may begin with it.
fn is_bgfx(bytes: &[u8]) -> bool {
    bytes.get(3).is_some_and(|version| *version < b' ')
}

/// The format of Direct3D 9 code, which has no container: it begins with a version.
fn of_direct3d_9(bytes: &[u8]) -> Option<String> {
    let version = Level9Version::decode(bytes)?;
    let (major, minor) = (version.major(), version.minor());
    let name = version.kind().fxc()?;
    let is_effect = version.kind() == Level9Kind::Effect;
    // Effects of Direct3D 10 and 11 encode their version as digits: 4.0 is 0x10, and 5.0 is 0x20, before a 1.
    Some(match (is_effect, major) {
        (false, 1..=3) => format!(
            "it is Direct3D 9 bytecode ({name}_{major}_{minor}), which has no container; `dxobj` reads shader models 4 and later"
        ),
        (true, 1..=9) => format!(
            "it is an effect of Direct3D 9 ({name}_2_0), whose shaders have no containers; `dxobj` reads shader models 4 and later"
        ),
        (true, 0x10) => format!(
            "it is an effect of Direct3D 10 ({name}_4_{}) without a container, the content of a part FX10; `dxobj scan` finds the containers in it",
            minor >> 4
        ),
        (true, 0x20) => format!(
            "it is an effect of Direct3D 11 ({name}_5_{}), which has no container; `dxobj scan` finds the containers of its shaders",
            minor >> 4
        ),
        _ => return None,
    })
}

/// Whether a file contains a container, and how to extract it.
fn contained(bytes: &[u8]) -> Option<String> {
    let written = "`dxobj scan --extract FOLDER` writes it to a file";
    if let Some(found) = scan::containers(bytes).next() {
        let offset = found.offset;
        return Some(format!(
            "it has a container inside, at {offset:#x}; {written}"
        ));
    }
    let (offset, encoding) = encoded::first_header(bytes)?;
    let start = bytes.get(..offset)?;
    let line = start.iter().filter(|byte| **byte == b'\n').count() + 1;
    let what = if String::from_utf8_lossy(start).contains('{') {
        "it is a C header or source with a container"
    } else {
        "it is a text with a container"
    };
    Some(format!(
        "{what} in line {line}, as {encoding} text; {written}"
    ))
}

/// Whether a container is truncated.
fn cut_off(bytes: &[u8]) -> Option<String> {
    let size = Header::decode(bytes)?.file_size;
    let is_short = usize::try_from(size).is_ok_and(|size| bytes.len() < size);
    is_short.then(|| {
        let there = bytes.len();
        format!("the file is truncated: {there} of {size} bytes")
    })
}

/// Whether a text is the disassembly of a shader: it begins with comments in the form of DXC or FXC.
pub fn is_disassembly(text: &str) -> bool {
    const HEADINGS: [&str; 10] = [
        "Buffer Definitions:",
        "Generated by Microsoft (R)",
        "Input signature:",
        "Note: shader requires additional functionality:",
        "Output signature:",
        "Patch Constant signature:",
        "Pipeline Runtime Information:",
        "Resource Bindings:",
        "shader debug name:",
        "shader hash:",
    ];
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let comment = |line: &'_ str| {
        let text = line.strip_prefix(';').or_else(|| line.strip_prefix("//"));
        text.map(|text| text.trim().to_owned())
    };
    let mut comments = lines.map_while(comment);
    comments.any(|comment| HEADINGS.iter().any(|heading| comment.starts_with(heading)))
}

/// Whether a file begins like a text.
fn is_text(bytes: &[u8]) -> bool {
    text_start(bytes).is_some()
}

/// The beginning of a text.
fn text_start(bytes: &[u8]) -> Option<String> {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let start = &*to_utf8(start).ok()?;
    let is_text = start
        .iter()
        .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    is_text.then(|| String::from_utf8_lossy(start).into_owned())
}

/// The format of a text, if it is a known one.
fn of_text(bytes: &[u8]) -> Option<&'static str> {
    let text = text_start(bytes)?;
    const BYTES: [&str; 3] = ["BYTE ", "unsigned char", "uint8_t"];
    const HLSL: [&str; 14] = [
        "cbuffer",
        "float4",
        "SV_",
        "numthreads",
        "StructuredBuffer",
        "RootSignature",
        "register(",
        "Texture2D",
        "CBV(",
        "SRV(",
        "UAV(",
        "Sampler(",
        "RootFlags(",
        "RootConstants(",
    ];
    Some(match &*text {
        text if is_disassembly(text) => {
            "it is a disassembly, as `dxc -dumpbin` or `fxc /dumpbin` prints it; use the container that it was made of"
        }
        text if text.contains("!dxcontainer") || text.contains("\"Parts\"") => {
            "it is a document; `dxobj build` makes a container of it"
        }
        text if text.contains("define ") && text.contains("target triple") => {
            "it is LLVM's IR as text; a compiler makes a container of it"
        }
        text if text.contains('{') && BYTES.iter().any(|word| text.contains(word)) => {
            "it is a C header or source without a container, such as that of Direct3D 9 bytecode; `dxobj` reads shader models 4 and later"
        }
        text if HLSL.iter().any(|word| text.contains(word)) => {
            "it looks like HLSL; compile it with dxc or clang, or read its root signatures with `dxobj rootsig`"
        }
        _ => return None,
    })
}
