//! Prints facts of a file in one of five formats.

mod format;

use std::error::Error;
use std::fs;

use format::bmp::{Bitmap, BitmapView};
use format::coff::{Object, ObjectView};
use format::dds::{Texture, TextureView};
use format::ico::{Icons, IconsView};
use format::wav::{ChunkContentView, Sound, SoundView};

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let bytes = fs::read(&path)?;
        let facts = match path.rsplit('.').next() {
            Some("bmp") => bitmap(&bytes)?,
            Some("dds") => texture(&bytes)?,
            Some("ico") => icons(&bytes)?,
            Some("obj") => object(&bytes)?,
            Some("wav") => sound(&bytes)?,
            _ => "another format".into(),
        };
        println!("{path}: {facts}");
    }
    Ok(())
}

fn bitmap(bytes: &[u8]) -> dxc_runtime::Result<String> {
    let bitmap = BitmapView::parse(bytes)?;
    let header = bitmap.header().record;
    assert_eq!(Bitmap::parse(bytes)?.to_bytes()?, bytes);
    Ok(format!(
        "{} x {}, {} bits",
        header.width, header.height, header.bits
    ))
}

fn texture(bytes: &[u8]) -> dxc_runtime::Result<String> {
    let texture = TextureView::parse(bytes)?;
    let header = texture.header();
    assert_eq!(Texture::parse(bytes)?.to_bytes()?, bytes);
    let format = match texture.header10() {
        Some(header) => format!("DXGI_FORMAT {}", header.format),
        None => format!("{}", header.format_flags),
    };
    Ok(format!("{} x {}, {format}", header.width, header.height))
}

fn icons(bytes: &[u8]) -> dxc_runtime::Result<String> {
    let icons = IconsView::parse(bytes)?;
    assert_eq!(Icons::parse(bytes)?.to_bytes()?, bytes);
    let sizes = icons.images().iter().map(|image| {
        format!(
            "{} x {} in {} bytes",
            image.width,
            image.height,
            image.data.len()
        )
    });
    Ok(sizes.collect::<Vec<_>>().join(", "))
}

fn object(bytes: &[u8]) -> dxc_runtime::Result<String> {
    let object = ObjectView::parse(bytes)?;
    assert_eq!(Object::parse(bytes)?.to_bytes()?, bytes);
    let (sections, table) = (object.sections().len(), object.symbols());
    Ok(format!(
        "{}, {sections} sections, {} symbols",
        object.machine(),
        table.symbols.len()
    ))
}

fn sound(bytes: &[u8]) -> dxc_runtime::Result<String> {
    let sound = SoundView::parse(bytes)?;
    assert_eq!(Sound::parse(bytes)?.to_bytes()?, bytes);
    let facts = sound.chunks().iter().map(|chunk| match chunk.content {
        ChunkContentView::Format(format) => {
            format!("{} Hz, {} bits", format.sample_rate, format.bits)
        }
        ChunkContentView::Data(samples) => format!("{} bytes of samples", samples.len()),
        _ => format!("{}", chunk.id),
    });
    Ok(facts.collect::<Vec<_>>().join(", "))
}
