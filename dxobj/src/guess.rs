//! The probable format of a file that is not a container.

use dxc_format::Container;

/// The format of a file by its first bytes, and what to do with it.
pub(crate) fn guess(bytes: &[u8]) -> Option<String> {
    let known = match bytes {
        [] => "it is empty",
        _ if Container::is_container(bytes) => return cut_off(bytes),
        [0x7f, b'E', b'L', b'F', ..] | [b'M', b'Z', ..] => {
            "it is an executable; `dxobj scan` finds containers inside"
        }
        [b'P', b'K', 3, 4, ..] => "it is an archive; unpack it, or try `dxobj scan`",
        [0x1f, 0x8b, ..] => "it is compressed; unpack it first",
        [b'B', b'C', 0xc0, 0xde, ..] => "it is LLVM bitcode without a container",
        [0x03, 0x02, 0x23, 0x07, ..] => "it is SPIR-V",
        [b'R', b'D', b'O', b'C', ..] => {
            "it is a capture of RenderDoc; `dxobj scan` may find containers inside"
        }
        _ => of_text(bytes)?,
    };
    Some(known.into())
}

/// Whether a container ends before it should.
fn cut_off(bytes: &[u8]) -> Option<String> {
    use dxc_format::Fixed;
    let size = dxc_format::header::Header::decode(bytes)?.file_size;
    let is_short = usize::try_from(size).is_ok_and(|size| bytes.len() < size);
    is_short.then(|| {
        let there = bytes.len();
        format!("the file ends after {there} of {size} bytes, as a download that broke off")
    })
}

/// The format of a text.
fn of_text(bytes: &[u8]) -> Option<&'static str> {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let is_text = start
        .iter()
        .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    if !is_text {
        return None;
    }
    let text = String::from_utf8_lossy(start);
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
        text if text.contains("!dxcontainer") || text.contains("\"Parts\"") => {
            "it is a document; `dxobj build` makes a container of it"
        }
        text if text.contains("define ") && text.contains("target triple") => {
            "it is LLVM's IR as text; a compiler makes a container of it"
        }
        text if HLSL.iter().any(|word| text.contains(word)) => {
            "it looks like HLSL; compile it with dxc or clang, or read its root signatures with `dxobj rootsig`"
        }
        _ => "it is a text",
    })
}
