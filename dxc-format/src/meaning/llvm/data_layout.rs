//! The sizes of types in bytes, by the data layout of their module.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::module::Module;
use super::types::{Type, TypeId};

/// The maximum nesting of types; deeper ones have no size.
const MAX_DEPTH: u32 = 64;

/// The alignments of a data layout, and the sizes that follow from them.
pub(in crate::meaning) struct DataLayout<'m> {
    module: &'m Module,
    /// Of each width in bits, the alignment.
    integers: Vec<(u64, u64)>,
    floats: Vec<(u64, u64)>,
    vectors: Vec<(u64, u64)>,
    pointer: Extent,
    known: BTreeMap<TypeId, Option<Extent>>,
}

/// A size and an alignment in bytes.
#[derive(Clone, Copy)]
struct Extent {
    size: u64,
    alignment: u64,
}

impl Extent {
    /// From a size and an alignment in bits.
    fn of_bits(size: u64, alignment: u64) -> Self {
        Self {
            size: size.div_ceil(8),
            alignment: alignment.div_ceil(8).max(1),
        }
    }

    /// The distance of two values in an array.
    fn stride(self) -> Option<u64> {
        self.size.checked_next_multiple_of(self.alignment)
    }
}

impl<'m> DataLayout<'m> {
    /// The layout of a module. LLVM's defaults apply to missing rules.
    pub(in crate::meaning) fn of(module: &'m Module) -> Self {
        let mut layout = Self {
            module,
            integers: Vec::from([(1, 8), (8, 8), (16, 16), (32, 32), (64, 32)]),
            floats: Vec::from([(16, 16), (32, 32), (64, 64), (128, 128)]),
            vectors: Vec::from([(64, 64), (128, 128)]),
            pointer: Extent::of_bits(64, 64),
            known: BTreeMap::new(),
        };
        for rule in module.data_layout().split('-') {
            layout.read_rule(rule);
        }
        layout.integers.sort_unstable();
        layout
    }

    /// The allocation size of a value, with trailing padding; `None` if it has none.
    pub(in crate::meaning) fn alloc_size(&mut self, ty: TypeId) -> Option<u64> {
        self.extent(ty, 0)?.stride()
    }

    /// Reads a rule such as `i64:64`; others do not affect sizes.
    fn read_rule(&mut self, rule: &str) {
        let Some((kind, rule)) = rule.split_at_checked(1) else {
            return;
        };
        let mut numbers = rule.split(':').map(|number| number.parse::<u64>().ok());
        let (width, first) = (numbers.next().flatten(), numbers.next().flatten());
        let alignments = match (kind, width) {
            ("i", _) => &mut self.integers,
            ("f", _) => &mut self.floats,
            ("v", _) => &mut self.vectors,
            ("p", None | Some(0)) => {
                let sizes = first.zip(numbers.next().flatten());
                self.pointer = sizes.map_or(self.pointer, |(size, alignment)| {
                    Extent::of_bits(size, alignment)
                });
                return;
            }
            _ => return,
        };
        let Some((width, alignment)) = width.zip(first) else {
            return;
        };
        alignments.retain(|(known, _)| *known != width);
        alignments.push((width, alignment));
    }

    fn extent(&mut self, ty: TypeId, depth: u32) -> Option<Extent> {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        // A type that contains itself has no size.
        self.known.insert(ty, None);
        let extent = (depth < MAX_DEPTH).then(|| self.compute(ty, depth + 1));
        let extent = extent.flatten();
        self.known.insert(ty, extent);
        extent
    }

    fn compute(&mut self, ty: TypeId, depth: u32) -> Option<Extent> {
        Some(match self.module.get_type(ty)? {
            Type::Integer { width } => {
                let width = (*width).into();
                let wider = self.integers.iter().find(|(known, _)| *known >= width);
                let (_, alignment) = wider.or(self.integers.last())?;
                Extent::of_bits(width, *alignment)
            }
            Type::Float { width } => {
                let width = (*width).into();
                Extent::of_bits(width, find(&self.floats, width).unwrap_or(width))
            }
            Type::Pointer { .. } => self.pointer,
            Type::Array { len, element } => {
                let element = self.extent(*element, depth)?;
                Extent {
                    size: element.stride()?.checked_mul(*len)?,
                    ..element
                }
            }
            Type::Vector { len, element } => {
                let bits = match self.module.get_type(*element)? {
                    Type::Integer { width } | Type::Float { width } => (*width).into(),
                    _ => self.pointer.size.checked_mul(8)?,
                };
                let natural = self.extent(*element, depth)?.stride()?.checked_mul(*len)?;
                let natural = natural.checked_next_power_of_two()?.checked_mul(8)?;
                let bits = len.checked_mul(bits)?;
                Extent::of_bits(bits, find(&self.vectors, bits).unwrap_or(natural))
            }
            Type::Struct { fields, .. } => self.compute_struct(fields, depth)?,
            _ => return None,
        })
    }

    fn compute_struct(&mut self, fields: &[TypeId], depth: u32) -> Option<Extent> {
        let (mut end, mut most) = (0u64, 1);
        for field in fields {
            let field = self.extent(*field, depth)?;
            let start = end.checked_next_multiple_of(field.alignment)?;
            end = start.checked_add(field.stride()?)?;
            most = most.max(field.alignment);
        }
        Some(Extent {
            size: end,
            alignment: most,
        })
    }
}

fn find(alignments: &[(u64, u64)], width: u64) -> Option<u64> {
    let found = alignments.iter().find(|(known, _)| *known == width);
    found.map(|(_, alignment)| *alignment)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{DataLayout, Type, TypeId};
    use crate::meaning::llvm::Module;

    /// The sizes of types in the layout of minimum precision, where 16-bit values take 32 bits, and in the native one.
    #[test]
    fn sizes_follow_from_the_data_layout() {
        let types = [
            Type::Integer { width: 16 },
            Type::Float { width: 32 },
            Type::Integer { width: 64 },
            Type::Array {
                len: 5,
                element: TypeId(0),
            },
            Type::Vector {
                len: 3,
                element: TypeId(1),
            },
            Type::Struct {
                name: None,
                fields: [TypeId(0), TypeId(2), TypeId(1)].into(),
            },
            Type::Struct {
                name: None,
                fields: [TypeId(6)].into(),
            },
        ];
        let layouts = [
            ("e-m:e-p:32:32-i16:32-i64:64-f32:32", [4, 4, 8, 20, 16, 24]),
            ("e-m:e-p:32:32-i16:16-i64:64-f32:32", [2, 4, 8, 10, 16, 24]),
            ("e-i16:16-i64:32", [2, 4, 8, 10, 16, 16]),
        ];
        for (layout, sizes) in layouts {
            let module = Module::of_types(types.to_vec(), layout);
            let mut layout = DataLayout::of(&module);
            let ids = (0u32..).take(types.len()).map(TypeId);
            let found: Vec<_> = ids.map(|id| layout.alloc_size(id)).collect();
            let expected = sizes.into_iter().map(Some).chain([None]);
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
