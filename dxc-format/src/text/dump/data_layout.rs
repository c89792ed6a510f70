//! Sizes and alignments of types in memory, by the data layout of a module.

use alloc::vec::Vec;

use crate::meaning::llvm::{Module, Type, TypeId};

/// The memory layout of types. Unlike LLVM, DXC aligns a vector like its components.
pub(super) struct DataLayout<'m> {
    module: &'m Module,
    /// Of each type, by its number.
    extents: Vec<Extent>,
}

/// The size of a type, its padding included, and its alignment, in bytes.
#[derive(Clone, Copy, Default)]
struct Extent {
    size: u64,
    align: u64,
}

impl<'m> DataLayout<'m> {
    /// Computes the extents of all types. A type contains only earlier types; others are treated as empty.
    pub(super) fn new(module: &'m Module) -> Self {
        let rules = Rules {
            specifiers: module.data_layout(),
        };
        let mut extents: Vec<Extent> = Vec::with_capacity(module.types().len());
        for ty in module.types() {
            let extent = rules.extent(ty, &extents);
            extents.push(extent);
        }
        Self { module, extents }
    }

    /// The size of a type in bytes, its padding included.
    pub(super) fn size(&self, ty: TypeId) -> u32 {
        u32::try_from(extent_of(&self.extents, ty).size).unwrap_or(u32::MAX)
    }

    /// The offsets of the fields of a structure.
    pub(super) fn field_offsets(&self, ty: TypeId) -> impl Iterator<Item = u32> {
        let fields = self.module.fields(ty);
        let mut end = 0_u64;
        fields.iter().map(move |field| {
            let extent = extent_of(&self.extents, *field);
            let start = align_up(end, extent.align);
            end = start.saturating_add(extent.size);
            u32::try_from(start).unwrap_or(u32::MAX)
        })
    }
}

fn extent_of(extents: &[Extent], ty: TypeId) -> Extent {
    extents.get(ty.0 as usize).copied().unwrap_or_default()
}

fn align_up(value: u64, align: u64) -> u64 {
    value
        .checked_next_multiple_of(align.max(1))
        .unwrap_or(value)
}

/// The string of a data layout, such as `p:32:32-i64:64`.
struct Rules<'t> {
    specifiers: &'t str,
}

impl Rules<'_> {
    fn extent(&self, ty: &Type, known: &[Extent]) -> Extent {
        match ty {
            Type::Integer { width } => padded((*width).into(), self.align('i', *width)),
            Type::Float { width } => padded((*width).into(), self.align('f', *width)),
            Type::Pointer { .. } => self.pointer(),
            Type::Array { len, element } | Type::Vector { len, element } => {
                let Extent { size, align } = extent_of(known, *element);
                let size = size.saturating_mul(*len);
                Extent { size, align }
            }
            Type::Struct { fields, .. } => {
                let (mut size, mut align) = (0_u64, 1);
                for field in fields {
                    let field = extent_of(known, *field);
                    size = align_up(size, field.align).saturating_add(field.size);
                    align = align.max(field.align);
                }
                let size = align_up(size, align);
                Extent { size, align }
            }
            _ => Extent::default(),
        }
    }

    /// The alignment of a number in bytes. A width without a specifier is aligned like the next wider one of its kind,
    /// or else the widest; a floating-point number is aligned to its size.
    fn align(&self, kind: char, width: u32) -> u64 {
        let known = self.specifiers.split('-').filter_map(|specifier| {
            let (width, rest) = specifier.strip_prefix(kind)?.split_once(':')?;
            Some((width.parse::<u32>().ok()?, first_number(rest)?))
        });
        let exact = known.clone().find(|(known, _)| *known == width);
        let similar = || {
            let integers = known.clone().filter(|_| kind == 'i');
            let wider = integers.clone().filter(|(known, _)| *known > width);
            wider
                .min_by_key(|(known, _)| *known)
                .or_else(|| integers.max_by_key(|(known, _)| *known))
        };
        match exact.or_else(similar) {
            Some((_, bits)) => u64::from(bits).div_ceil(8).max(1),
            None => u64::from(width).div_ceil(8).next_power_of_two(),
        }
    }

    fn pointer(&self) -> Extent {
        let mut pointers = self.specifiers.split('-').filter_map(|specifier| {
            let (size, align) = specifier.strip_prefix("p:")?.split_once(':')?;
            Some((size.parse::<u32>().ok()?, first_number(align)?))
        });
        let (size, align) = pointers.next_back().unwrap_or((64, 64));
        padded(size.into(), u64::from(align).div_ceil(8))
    }
}

/// The number in front of the next colon.
fn first_number(text: &str) -> Option<u32> {
    text.split(':').next()?.parse().ok()
}

/// The extent of a number with this many bits.
fn padded(bits: u64, align: u64) -> Extent {
    let size = align_up(bits.div_ceil(8), align);
    Extent { size, align }
}
