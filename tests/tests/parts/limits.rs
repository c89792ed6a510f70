//! The limits that SECURITY.md states: what is at a limit is taken, and what is one past it is refused.

use dxc_format::rdat::RuntimeDataView;
use dxc_format::rdef::{
    ConstantBuffer, ResourceDefinitions, ResourceDefinitionsView, Type, Variable,
};
use dxc_format::{Builder, ErrorKind, parts};

/// Parts that are borrowed cost nothing, so that only the sum is large. One byte less is left out: it would be written.
#[test]
fn a_container_has_two_gibibytes() {
    const PART: usize = 1 << 24;
    let data = vec![0; PART];
    let mut builder = Builder::new();
    // The header, and an entry and a header for each part.
    let count = (1usize << 31) / (PART + 12);
    for _ in 0..count {
        builder.push(parts::PRIV, data.as_slice());
    }
    let rest = (1 << 31) + 1 - 32 - count * (PART + 12) - 12;
    builder.push(parts::PRIV, &data[..rest]);
    let error = builder.to_bytes().unwrap_err();
    let value = Some((1 << 31) + 1);
    assert_eq!(*error.kind(), ErrorKind::TooLarge { value, bits: 31 });
}

/// A directory of RDAT whose entries all lead to the same table of bytes.
fn aliased(entries: u32) -> Vec<u8> {
    let at = 8 + 4 * entries;
    let offsets = std::iter::repeat_n(at, entries as usize);
    let words = [0x10, entries].into_iter().chain(offsets).chain([5, 400]);
    let words = words.chain(std::iter::repeat_n(7, 100));
    words.flat_map(u32::to_le_bytes).collect()
}

#[test]
fn bytes_are_claimed_four_times() {
    let refused = (1..20).find(|entries| RuntimeDataView::parse(&aliased(*entries)).is_err());
    let refused = refused.unwrap();
    let error = RuntimeDataView::parse(&aliased(refused)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
    // The first is where a writer would have put it, and is read for nobody else.
    let claimed = |entries: u32| 408 * (entries as usize - 1);
    assert!(claimed(refused) > 4 * aliased(refused).len());
    assert!(claimed(refused - 1) <= 4 * aliased(refused - 1).len());
}

/// What takes the rest of a table is counted, too: here, all tables are the same one, of no rows and many bytes.
#[test]
fn the_rest_of_a_table_is_claimed() {
    let part = |entries: u32| -> Vec<u8> {
        let at = 8 + 4 * entries;
        let offsets = std::iter::repeat_n(at, entries as usize);
        let words = [0x10, entries].into_iter().chain(offsets);
        let words = words.chain([3, 4008, 0, 32]);
        let words = words.chain(std::iter::repeat_n(7, 1000));
        words.flat_map(u32::to_le_bytes).collect()
    };
    assert!(RuntimeDataView::parse(&part(3)).is_ok());
    let error = RuntimeDataView::parse(&part(1000)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Aliased);
}

/// 64 types are noted without allocating; more are noted elsewhere, and each is checked all the same.
#[test]
fn many_types_are_noted_on_the_heap() {
    for count in [64, 65, 300] {
        let mut definitions = ResourceDefinitions::default();
        let mut buffer = ConstantBuffer::default();
        for index in 0..count {
            let mut ty = Type::default();
            ty.rows = index;
            let mut variable = Variable::default();
            variable.type_index = definitions.types.intern(ty);
            buffer.variables.push(variable);
        }
        definitions.constant_buffers.push(buffer);
        let mut bytes = definitions.to_bytes().unwrap();
        let view = ResourceDefinitionsView::parse(&bytes).unwrap();
        assert_eq!(view.to_value(), definitions);
        // The last variable names what lies outside.
        let buffer = view.constant_buffers().get(0).unwrap();
        let last = buffer.variables.iter().last().unwrap().type_index;
        let field = bytes
            .windows(4)
            .rposition(|word| word == last.to_le_bytes());
        let field = field.unwrap();
        bytes[field..field + 4].copy_from_slice(&0x7fff_0000u32.to_le_bytes());
        let error = ResourceDefinitionsView::parse(&bytes).unwrap_err();
        assert!(
            error.path().starts_with(&format!("types[{}]", count - 1)),
            "{error}"
        );
    }
}
