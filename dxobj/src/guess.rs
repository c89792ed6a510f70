//! The probable format of a file that is not a container.

use dxc_format::Container;

/// The format of a file by its first bytes, and what to do with it.
pub(crate) fn guess(bytes: &[u8]) -> Option<String> {
    const KINDS: [(&[u8], &str); 7] = [
        (
            b"\x7fELF",
            "it is an executable; `dxobj scan` finds containers inside",
        ),
        (
            b"MZ",
            "it is an executable; `dxobj scan` finds containers inside",
        ),
        (
            b"PK\x03\x04",
            "it is an archive; unpack it, or try `dxobj scan`",
        ),
        (b"\x1f\x8b", "it is compressed; unpack it first"),
        (b"BC\xc0\xde", "it is LLVM bitcode without a container"),
        (b"\x03\x02\x23\x07", "it is SPIR-V"),
        (
            b"RDOC",
            "it is a capture of RenderDoc; `dxobj scan` may find containers inside",
        ),
    ];
    if bytes.is_empty() {
        return Some("it is empty".into());
    }
    if Container::is_container(bytes) {
        return cut_off(bytes);
    }
    let kind = KINDS.iter().find(|(magic, _)| bytes.starts_with(magic));
    match kind {
        Some((_, hint)) => Some((*hint).into()),
        None => of_text(bytes),
    }
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
fn of_text(bytes: &[u8]) -> Option<String> {
    let start = bytes.get(..4096).unwrap_or(bytes);
    let is_text = start
        .iter()
        .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    if !is_text {
        return None;
    }
    let text = String::from_utf8_lossy(start);
    const HLSL: [&str; 8] = [
        "cbuffer",
        "float4",
        "SV_",
        "numthreads",
        "StructuredBuffer",
        "RootSignature",
        "register(",
        "Texture2D",
    ];
    Some(match &*text {
        text if text.contains("!dxcontainer") || text.contains("\"Parts\"") => {
            "it is a document; `dxobj build` makes a container of it".into()
        }
        text if text.contains("define ") && text.contains("target triple") => {
            "it is LLVM's IR as text; a compiler makes a container of it".into()
        }
        text if HLSL.iter().any(|word| text.contains(word)) => {
            "it looks like HLSL; compile it with dxc or clang, or read its root signatures with `dxobj rootsig`".into()
        }
        _ => "it is a text".into(),
    })
}
