use dxc_format::{Strided, TableStyle};

use super::bytes::{Bytes, built, round_trip, shown, written};
use crate::generated::outside::{Garden, GardenView};

fn garden() -> Bytes {
    Bytes::new()
        .text("herb_count, tree_count", &[1, 1])
        .u8("herbs.stride", 12)
        .u32("herbs[0].name", 4)
        .u32("herbs[0].months", 1)
        .u32("herbs[0].month_count", 2)
        .u8("trees.stride", 4)
        .u32("trees[0].name", 9)
        .text("shelf.count, shelf.stride", &[1, 12])
        .u32("shelf[0].name", 4)
        .u32("shelf[0].months", 0)
        .u32("shelf[0].month_count", 1)
        .u8("name_size", 13)
        .text("herb_names", b"old\0mint\0fir\0")
        .u8("months_count", 3)
        .u32("herb_months[0]", 5)
        .u32("herb_months[1]", 6)
        .u32("herb_months[2]", 7)
}

/// The tables hold what records reference, in their order, and nothing else.
fn laid_out() -> Bytes {
    Bytes::new()
        .text("herb_count, tree_count", &[1, 1])
        .u8("herbs.stride", 12)
        .u32("herbs[0].name", 0)
        .u32("herbs[0].months", 0)
        .u32("herbs[0].month_count", 2)
        .u8("trees.stride", 4)
        .u32("trees[0].name", 5)
        .text("shelf.count, shelf.stride", &[1, 12])
        .u32("shelf[0].name", 0)
        .u32("shelf[0].months", 2)
        .u32("shelf[0].month_count", 1)
        .u8("name_size", 9)
        .text("herb_names", b"mint\0fir\0")
        .u8("months_count", 3)
        .u32("herb_months[0]", 6)
        .u32("herb_months[1]", 7)
        .u32("herb_months[2]", 5)
}

#[test]
fn records_in_structures_name_what_is_in_tables_of_the_part() {
    let bytes = garden();
    let garden = round_trip::<Garden>(&bytes, ());
    let (herb, tree) = (garden.herbs.plants[0], garden.trees.plants[0]);
    assert_eq!(herb.name_in(&garden), Some("mint"));
    assert_eq!(herb.months_in(&garden), Some(&[6, 7][..]));
    assert_eq!(tree.name_in(&garden), Some("fir"));
    let view = GardenView::parse(&bytes).unwrap();
    let shelf = view.shelf().herbs.get(0).unwrap();
    let months = shelf.months_in(view).unwrap();
    assert_eq!(
        (shelf.name_in(view), months.to_vec()),
        (Some("mint"), vec![5])
    );
}

#[test]
fn a_new_layout_moves_what_they_name() {
    let mut garden = round_trip::<Garden>(&garden(), ());
    garden.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(written(&garden, ()), laid_out()[..]);
    garden.trees.plants = Strided::new(4);
    garden.lay_out(TableStyle::Dxc).unwrap();
    assert_eq!(garden.herb_names.0, b"mint\0");
}

#[test]
fn documents_show_what_they_name() {
    let text = shown::<Garden>(&laid_out());
    assert!(
        text.contains("mint") && !text.contains("HerbNames"),
        "{text}"
    );
    let text = "
Herbs: {Plants: [{Name: mint, Months: [6, 7]}]}
Trees: {Plants: [{Name: fir}]}
Shelf: {Herbs: [{Name: mint, Months: [5]}]}
";
    assert_eq!(built::<Garden>(text).unwrap(), laid_out()[..]);
}
