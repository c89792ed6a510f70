use dxc_format::types::Fixed;
use dxc_format::{FourCC, PartType, Required, SignatureOf, Strip};

use super::bytes::{Bytes, refused};
use crate::generated::part::{Card, CardPart, Numbers, Postmark, PostmarkPart};
use crate::generated::parts::{self, PARTS, Part, PartView, TypedParts};

fn opened_as<T: PartType>(fourcc: FourCC, bytes: &[u8]) -> T::View<'_> {
    T::walk(bytes, T::args(fourcc).unwrap(), &mut ()).unwrap()
}

fn numbers(width: u8) -> Bytes {
    Bytes::new()
        .put("own_width", width)
        .fields("size = 4u8; digits = [1 0 0 0]")
}

#[test]
fn the_fourcc_selects_the_type_and_its_arguments() {
    for (fourcc, width) in [(parts::NUMB, 2), (parts::NUM4, 4), (parts::NUM5, 4)] {
        let bytes = numbers(width);
        let view = PartView::parse(fourcc, &bytes).unwrap();
        assert!(
            matches!(view, PartView::Numbers(view) if view.digits() == [1, 0, 0, 0])
                && view.is_typed()
        );
        let part = Part::parse(fourcc, &bytes).unwrap();
        assert_eq!(view.to_value(), part);
        assert_eq!(part.to_bytes(fourcc).unwrap(), bytes.to_vec());
    }
}

#[test]
fn other_parts_are_their_bytes() {
    for fourcc in [parts::BLOB, FourCC(*b"????")] {
        let view = PartView::parse(fourcc, b"any").unwrap();
        assert!(matches!(view, PartView::Opaque(b"any")) && !view.is_typed());
        let part = view.to_value();
        assert_eq!(part, Part::Opaque(b"any".to_vec()));
        assert_eq!(part.to_bytes(FourCC(*b"ELSE")).unwrap(), b"any");
    }
}

#[test]
fn a_magic_number_distinguishes_parts_of_one_fourcc() {
    let marked = Bytes::of("number = 5u16; magic = 'MARK'; text = 'x'");
    let view = PartView::parse(parts::BOTH, &marked).unwrap();
    assert!(matches!(view, PartView::Marked(marked) if marked.text() == b"x"));
    // A prefix of the magic number, or the number at another offset, is not accepted.
    for bytes in [&b"\x05\0MAR"[..], b"MARK\0\0", b"VIP", b"\x05\0"] {
        let view = PartView::parse(parts::BOTH, bytes).unwrap();
        assert!(matches!(view, PartView::Card(_)), "{bytes:?}");
        assert_eq!(view.to_value().to_bytes(parts::BOTH).unwrap(), bytes);
    }
    // The accessor for this FourCC returns either type.
    let container = tests::opened(tests::one_part(parts::BOTH, marked.to_vec()));
    assert!(matches!(container.both(), Ok(Some(PartView::Marked(_)))));
}

#[test]
fn errors_name_the_part() {
    let error = PartView::parse(parts::NUM5, &numbers(2)).unwrap_err();
    assert_eq!(error.part(), Some(parts::NUM5));
    assert_eq!(
        error.to_string(),
        "NUM5: own_width at byte 0x0: expected 4 (width), found 2"
    );
    let part = Part::from(Numbers {
        digits: vec![0; 256],
        ..Numbers::default()
    });
    let error = part.to_bytes(parts::NUMB).unwrap_err();
    assert_eq!((error.part(), error.path()), (Some(parts::NUMB), "size"));
}

#[test]
fn a_type_under_a_fourcc_of_another_is_refused() {
    let card = Part::from(Card { number: 5 });
    assert_eq!(card.to_bytes(parts::CARD).unwrap(), [5, 0]);
    for fourcc in [parts::NUMB, parts::BLOB] {
        let expected = format!("{fourcc}: the FourCC does not belong to this type");
        assert_eq!(refused(card.to_bytes(fourcc)), expected);
    }
}

#[test]
fn a_part_of_a_fixed_size_is_a_record_and_keeps_the_bytes_after_it() {
    const fn is_copy<T: Copy + Fixed>() -> usize {
        T::SIZE
    }
    assert_eq!((is_copy::<Card>(), is_copy::<Postmark>()), (2, 7));
    let view = opened_as::<CardPart>(parts::CARD, b"\x05\0more");
    assert_eq!(Card::from(view), Card { number: 5 });
    let part = view.to_value();
    assert_eq!(
        (Card::from(&part).number, &part.trailing[..]),
        (5, &b"more"[..])
    );
    assert_eq!(
        Part::from(part).to_bytes(parts::CARD).unwrap(),
        b"\x05\0more"
    );
    assert_eq!(
        CardPart::from(Card { number: 5 }).to_bytes().unwrap(),
        [5, 0]
    );
}

/// The record has a field for the magic number, which the part computes.
#[test]
fn a_record_of_a_part_has_its_magic_number() {
    let bytes = Bytes::of("date = 9u8; magic = 'POST'; value = 3u16");
    let view = opened_as::<PostmarkPart>(parts::STMP, &bytes);
    let (stamp, date) = (Postmark::from(view), 9);
    assert_eq!((stamp.magic, stamp.value), (FourCC(*b"POST"), 3));
    let expected = Postmark {
        date,
        value: 3,
        ..Postmark::default()
    };
    assert_eq!(
        (stamp, Postmark::decode(&bytes)),
        (expected, Some(expected))
    );
    assert_eq!(
        Part::from(stamp).to_bytes(parts::STMP).unwrap(),
        bytes.to_vec()
    );
}

#[test]
fn a_container_has_a_method_for_each_fourcc() {
    let container = tests::opened(tests::one_part(parts::NUM5, numbers(4).to_vec()));
    assert_eq!(container.num5().unwrap().unwrap().digits(), [1, 0, 0, 0]);
    assert!(container.card().unwrap().is_none());
}

#[test]
fn the_table_lists_every_part() {
    let others = PARTS.iter().filter(|part| part.fourcc != parts::BOTH);
    let elsewhere = [parts::ARGS, parts::NAMD, parts::SRST, parts::PART_2DAY];
    let others = others.filter(|part| !elsewhere.contains(&part.fourcc));
    let known: Vec<_> = others
        .map(|part| (part.fourcc, part.holds, part.writers.len()))
        .collect();
    let numbers = Some("Numbers");
    let expected = [
        (parts::NUMB, numbers, 2),
        (parts::NUM4, numbers, 0),
        (parts::NUM5, numbers, 0),
        (parts::CARD, Some("Card"), 1),
        (parts::STMP, Some("Postmark"), 0),
        (parts::ORDR, Some("Card"), 0),
        (parts::DISH, Some("Card"), 0),
        (parts::BLOB, None, 0),
    ];
    assert_eq!(known, expected);
}

#[test]
fn the_table_has_the_properties_of_each() {
    let both: Vec<_> = PARTS
        .iter()
        .filter(|part| part.fourcc == parts::BOTH)
        .collect();
    let [marked, important, card] = both[..] else {
        panic!("{both:?}");
    };
    assert_eq!((marked.name, marked.models), ("Marked part", "1.0"));
    assert_eq!((marked.source, marked.holds), ("made up", Some("Marked")));
    assert_eq!(marked.magic, Some((2, &b"MARK"[..])));
    assert_eq!(important.name, "BOTH");
    assert_eq!(important.magic, Some((0, &b"VIP"[..])));
    assert_eq!(card.magic, None);
    let words = |part: &dxc_format::PartInfo| (part.strip, part.repeats, part.last);
    assert_eq!(words(marked), (&[Strip::Debug][..], false, false));
    assert_eq!(words(important), (&[][..], false, true));
    assert_eq!(words(card), (&[Strip::Reflection][..], true, false));
}

#[test]
fn a_part_lists_its_stages_and_its_elements() {
    let part = |fourcc| PARTS.iter().find(|part| part.fourcc == fourcc).unwrap();
    let (order, dish) = (part(parts::ORDR), part(parts::DISH));
    assert_eq!(order.stages, ["Kitchen", "guests"]);
    assert_eq!(
        (order.required, order.signature),
        (Some(Required::Always), None)
    );
    assert_eq!(dish.stages, ["guests"]);
    assert_eq!(dish.required, Some(Required::Elements));
    assert_eq!(dish.signature, Some(SignatureOf::Patch));
    let card = part(parts::CARD);
    assert!(card.stages.is_empty() && card.required.is_none());
}
