//! Computes the sizes of types in bytes, by the data layout of their module.

use alloc::string::String;
use alloc::vec::Vec;

use crate::module::Module;
use crate::types::{Type, TypeId};

/// The sizes and alignments of the types of a module.
pub struct DataLayout<'m> {
    types: &'m [Type],
    /// The extent of each type, by its number; `None` if the type has no size.
    extents: Vec<Option<Extent>>,
}

/// The alignments of a data layout.
struct Rules {
    /// The alignment of integers for each width in bits.
    integers: Vec<(u64, u64)>,
    floats: Vec<(u64, u64)>,
    /// The alignments of vectors; `None` if a vector is aligned like its components.
    vectors: Option<Vec<(u64, u64)>>,
    pointer: Extent,
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

    /// The distance between two values in an array.
    fn stride(self) -> Option<u64> {
        self.size.checked_next_multiple_of(self.alignment)
    }

    /// The extent of an array with this many values.
    fn times(self, len: u64) -> Option<Self> {
        Some(Self {
            size: self.stride()?.checked_mul(len)?,
            ..self
        })
    }

    /// Appends a value after those that end at `end`, and updates `end`; returns the offset of the value.
    fn append(self, end: &mut u64) -> Option<u64> {
        let start = end.checked_next_multiple_of(self.alignment)?;
        *end = start.checked_add(self.stride()?)?;
        Some(start)
    }
}

impl<'m> DataLayout<'m> {
    /// The layout of a module.
    pub fn of(module: &'m Module<'_>) -> Self {
        Self::by_rules(module.types(), &Rules::of(module))
    }

    /// The layout of a module in DXC's dumps and reflection: unlike LLVM, they align a vector like its components.
    pub fn of_hlsl(module: &'m Module<'_>) -> Self {
        let rules = Rules {
            vectors: None,
            ..Rules::of(module)
        };
        Self::by_rules(module.types(), &rules)
    }

    /// Computes the extents of all types. A type may only contain types with smaller numbers; otherwise it has no size.
    fn by_rules(types: &'m [Type], rules: &Rules) -> Self {
        let extents = Vec::with_capacity(types.len());
        let mut layout = Self { types, extents };
        for ty in types {
            let extent = layout.compute(ty, rules);
            layout.extents.push(extent);
        }
        layout
    }

    /// The allocation size of a value, with trailing padding; `None` if it has none.
    pub fn alloc_size(&self, ty: TypeId) -> Option<u64> {
        self.extent(ty)?.stride()
    }

    /// The offsets of the fields of a structure, up to the first without a size.
    pub fn field_offsets(&self, ty: TypeId) -> impl Iterator<Item = u64> {
        let mut end = 0;
        let fields = self.types.get(ty.0 as usize).map_or(&[][..], Type::fields);
        let fields = fields.iter();
        fields.map_while(move |field| self.extent(*field)?.append(&mut end))
    }

    fn extent(&self, ty: TypeId) -> Option<Extent> {
        self.extents.get(ty.0 as usize).copied().flatten()
    }

    fn compute(&self, ty: &Type, rules: &Rules) -> Option<Extent> {
        Some(match ty {
            Type::Integer { width } => {
                let width = (*width).into();
                let wider = rules.integers.iter().find(|(known, _)| *known >= width);
                let (_, alignment) = wider.or(rules.integers.last())?;
                Extent::of_bits(width, *alignment)
            }
            Type::Word(_) => {
                let width = ty.width()?.into();
                Extent::of_bits(width, find(&rules.floats, width).unwrap_or(width))
            }
            Type::Pointer { .. } => rules.pointer,
            Type::Array { len, element } => self.extent(*element)?.times(*len)?,
            Type::Vector { len, element } => {
                let elements = self.extent(*element)?.times(*len)?;
                let Some(vectors) = &rules.vectors else {
                    return Some(elements);
                };
                let bits = match self.types.get(element.0 as usize)?.width() {
                    Some(width) => width.into(),
                    None => rules.pointer.size.checked_mul(8)?,
                };
                let natural = elements.size.checked_next_power_of_two()?.checked_mul(8)?;
                let bits = len.checked_mul(bits)?;
                Extent::of_bits(bits, find(vectors, bits).unwrap_or(natural))
            }
            Type::Struct(_) => {
                let mut all = Extent {
                    size: 0,
                    alignment: 1,
                };
                for field in ty.fields() {
                    let field = self.extent(*field)?;
                    field.append(&mut all.size)?;
                    all.alignment = all.alignment.max(field.alignment);
                }
                all
            }
            Type::Function { .. } => return None,
        })
    }
}

impl Rules {
    /// Reads the rules of a data layout. For missing rules, LLVM's defaults apply.
    fn of(module: &Module<'_>) -> Self {
        Self::parse(&String::from_utf8_lossy(module.data_layout()))
    }

    fn parse(data_layout: &str) -> Self {
        let mut rules = Self {
            integers: Vec::from([(1, 8), (8, 8), (16, 16), (32, 32), (64, 32)]),
            floats: Vec::from([(16, 16), (32, 32), (64, 64), (128, 128)]),
            vectors: Some(Vec::from([(64, 64), (128, 128)])),
            pointer: Extent::of_bits(64, 64),
        };
        for rule in data_layout.split('-') {
            rules.read_rule(rule);
        }
        rules.integers.sort_unstable();
        rules
    }

    /// Reads a rule such as `i64:64`; rules that do not affect sizes are skipped.
    fn read_rule(&mut self, rule: &str) {
        let Some((kind, rule)) = rule.split_at_checked(1) else {
            return;
        };
        let mut numbers = rule.split(':').map(|number| number.parse::<u64>().ok());
        let (width, first) = (numbers.next().flatten(), numbers.next().flatten());
        let alignments = match (kind, width) {
            ("i", _) => &mut self.integers,
            ("f", _) => &mut self.floats,
            ("v", _) => self.vectors.get_or_insert_default(),
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
}

fn find(alignments: &[(u64, u64)], width: u64) -> Option<u64> {
    let found = alignments.iter().find(|(known, _)| *known == width);
    found.map(|(_, alignment)| *alignment)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{DataLayout, Rules, Type, TypeId};
    use crate::bitcode::TypeCode;
    use crate::types::Struct;

    /// Compares the sizes of types in the layout for minimum precision, where 16-bit values take 32 bits, and in the
    /// native layout.
    #[test]
    fn sizes_follow_from_the_data_layout() {
        let structure = |fields: &[TypeId]| {
            Type::Struct(Struct {
                name: None,
                is_literal: true,
                is_packed: false,
                is_opaque: false,
                fields: fields.into(),
            })
        };
        let types = [
            Type::Integer { width: 16 },
            Type::Word(TypeCode::FLOAT),
            Type::Integer { width: 64 },
            Type::Array {
                len: 5,
                element: TypeId(0),
            },
            Type::Vector {
                len: 3,
                element: TypeId(1),
            },
            structure(&[TypeId(0), TypeId(2), TypeId(1)]),
            structure(&[TypeId(6)]),
        ];
        let layouts = [
            ("e-m:e-p:32:32-i16:32-i64:64-f32:32", [4, 4, 8, 20, 16, 24]),
            ("e-m:e-p:32:32-i16:16-i64:64-f32:32", [2, 4, 8, 10, 16, 24]),
            ("e-i16:16-i64:32", [2, 4, 8, 10, 16, 16]),
        ];
        for (layout, sizes) in layouts {
            let layout = DataLayout::by_rules(&types, &Rules::parse(layout));
            let ids = (0u32..).take(types.len()).map(TypeId);
            let found: Vec<_> = ids.map(|id| layout.alloc_size(id)).collect();
            let expected = sizes.into_iter().map(Some).chain([None]);
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
