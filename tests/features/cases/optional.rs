use super::bytes::{Bytes, refused, round_trip, shown, whole, written};
use crate::generated::optional::{
    Caption, Leaf, Library, Motif, Motive, Panels, Peg, Poster, PosterView, Ticket, Tickets,
};

/// A poster with pins only.
fn pinned() -> Bytes {
    Bytes::of("shape = 0u8; limit = 8u16; pin_count = 2u8; pins = [8 1 9 2]; marks = [7 8 9]")
}

/// A poster with captions only.
fn captioned() -> Bytes {
    Bytes::of(
        "shape = 1u8; limit = 2u16; pin_count = 0u8; drawn_size = 3u8; drawn = '\x02hi'
         note = '\x01x'; zeros = [0]; notes = '\0\x01y'",
    )
}

#[test]
fn an_absent_structure_is_none() {
    let poster = round_trip::<Poster>(&pinned(), ());
    assert_eq!((&poster.drawn, &poster.note), (&None, &None));
    assert_eq!((poster.notes.len(), poster.pins.len()), (0, 2));
    // Arguments of an absent structure are not needed, so they may overflow.
    let bytes = Bytes::of("shape = 0u8; limit = 300u16");
    let poster = PosterView::parse(&bytes).unwrap();
    assert!(poster.pins().is_empty() && poster.notes().is_empty());
    assert!(poster.drawn().is_none());
    round_trip::<Poster>(&bytes, ());
    let expected = "shape 1, limit 2, zeros 0, trailing 0";
    assert_eq!(whole::<Poster>(&bytes, ()), expected);
}

#[test]
fn a_present_structure_is_read() {
    let mut poster = round_trip::<Poster>(&captioned(), ());
    let drawn = poster.drawn.as_mut();
    let Some(Motive::Caption(caption)) = drawn else {
        panic!("{drawn:?}");
    };
    assert_eq!(caption.text, b"hi");
    caption.text.push(b'!');
    let note = poster.note.as_mut().unwrap();
    note.text.clear();
    poster.zeros.clear();
    let longer = written(&poster, ());
    assert_eq!(longer[4..10], *b"\x04\x03hi!\0");
    // The size and the argument belong to the structure.
    let small = captioned().set("drawn_size = 2u8");
    let expected = "drawn.text at byte 0x6: needs 2 bytes, but 1 remain";
    assert_eq!(refused(Poster::parse(&small)), expected);
}

#[test]
fn a_structure_that_must_be_absent_is_refused_on_writing() {
    let mut poster = round_trip::<Poster>(&pinned(), ());
    poster.drawn = Some(Motive::default());
    let expected = "drawn at byte 0x4: has a value, but is only stored if shape != Nothing";
    assert_eq!(refused(poster.to_bytes()), expected);
    let mut poster = round_trip::<Poster>(&pinned(), ());
    poster.notes.push(Caption::default());
    let expected = "notes at byte 0x4: has a value, but is only stored if limit < 3";
    assert_eq!(refused(poster.to_bytes()), expected);
    let mut poster = Poster::default();
    poster.limit = 300;
    poster.notes.clear();
    written(&poster, ());
    poster.pins.push(Peg::default());
    let expected = "pins at byte 0x3: has a value, but is only stored if limit < 256";
    assert_eq!(refused(poster.to_bytes()), expected);
}

#[test]
fn a_structure_that_must_be_present_is_a_new_one() {
    let mut poster = Poster::default();
    poster.notes = vec![Default::default(); 2];
    poster.shape = Motif::Caption;
    let read = Poster::parse(&poster.to_bytes().unwrap()).unwrap();
    assert_eq!(read.drawn, Some(Motive::default()));
    assert_eq!(read.note, Some(Caption::default()));
    // The error is about the arm that the selector requires.
    poster.shape = Motif::Bytes;
    let read = Poster::parse(&poster.to_bytes().unwrap()).unwrap();
    assert_eq!(read.drawn, Some(Motive::Bytes(Vec::new())));
    poster.drawn = Some(Motive::default());
    let expected = "drawn at byte 0x5: the value is `Caption`, but selector 2 requires `Bytes`";
    assert_eq!(refused(poster.to_bytes()), expected);
    poster.drawn = Some(Motive::Bytes(vec![1]));
    poster.limit = 3;
    poster.notes.clear();
    written(&poster, ());
}

#[test]
fn a_placed_structure_may_be_absent() {
    // Both panels come first, then their pegs; the first panel has no pegs.
    let bytes = Bytes::of("first = [0]; second = [1 3]; pin = [5 1]; marks = [9]");
    let mut panels = round_trip::<Panels>(&bytes, ());
    assert_eq!(panels.boards[0].pin, None);
    let pin = panels.boards[1].pin.clone();
    assert_eq!(pin.as_ref().unwrap().marks, [9]);
    panels.boards[0].has_pin = true.into();
    panels.boards[0].pin = pin;
    let both = written(&panels, ());
    assert_eq!(both, [1, 4, 1, 7, 6, 1, 9, 9, 1, 9]);
}

#[test]
fn structures_may_lead_back_to_themselves() {
    let bytes = [1, 3, 1, 1, 0, 0];
    let folder = round_trip::<Library>(&bytes, ()).shelf;
    let [outer, last] = &folder.leaves[..] else {
        panic!("{folder:?}")
    };
    assert_eq!(outer.book.as_ref().unwrap().leaves.len(), 1);
    assert_eq!(last, &Leaf::default());
}

#[test]
fn documents_show_what_is_there() {
    for bytes in [pinned(), captioned()] {
        let poster = Poster::parse(&bytes).unwrap();
        let text = shown::<Poster>(&bytes);
        assert_eq!(text.contains("\nDrawn:"), poster.drawn.is_some());
    }
}

#[test]
fn the_default_is_written_for_none() {
    let mut ticket = Ticket::default();
    assert_eq!(ticket.to_bytes().unwrap(), [0]);
    ticket.stamps = vec![1];
    let expected = "zeros: expected 10 (price * 2), the value has 0";
    assert_eq!(refused(ticket.to_bytes()), expected);
    ticket.zeros = vec![0; 10];
    let bytes =
        Bytes::of("stamp_count = 1u8; price = 5u16; zeros = [0 0 0 0 0 0 0 0 0 0]; stamps = [1]");
    assert_eq!(ticket.to_bytes().unwrap(), *bytes);
    assert_eq!(round_trip::<Ticket>(&bytes, ()).price, Some(5));
    let mut tickets = Tickets::default();
    tickets.coupon.is_priced.0 = 1;
    assert_eq!(tickets.to_bytes().unwrap(), [1, 5, 0]);
}
