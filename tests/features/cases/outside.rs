use dxc_format::{TableStyle, types::Strided};

use super::bytes::{Bytes, built, round_trip, shown, written};
use crate::generated::outside::{Garden, GardenView};

fn garden() -> Bytes {
    Bytes::of(
        "herb_count, tree_count = [1 1]
         herbs.stride = 12u8
         herbs[0].name = 4u32; herbs[0].months = 1u32; herbs[0].month_count = 2u32
         trees.stride = 4u8
         trees[0].name = 9u32
         shelf.count, shelf.stride = [1 12]
         shelf[0].name = 4u32; shelf[0].months = 0u32; shelf[0].month_count = 1u32
         name_size = 13u8; herb_names = 'old\0mint\0fir\0'; months_count = 3u8
         herb_months[0] = 5u32; herb_months[1] = 6u32; herb_months[2] = 7u32",
    )
}

/// The tables contain exactly what records reference, in the order of the references.
fn laid_out() -> Bytes {
    Bytes::of(
        "herb_count, tree_count = [1 1]
         herbs.stride = 12u8
         herbs[0].name = 0u32; herbs[0].months = 0u32; herbs[0].month_count = 2u32
         trees.stride = 4u8
         trees[0].name = 5u32
         shelf.count, shelf.stride = [1 12]
         shelf[0].name = 0u32; shelf[0].months = 2u32; shelf[0].month_count = 1u32
         name_size = 9u8; herb_names = 'mint\0fir\0'; months_count = 3u8
         herb_months[0] = 6u32; herb_months[1] = 7u32; herb_months[2] = 5u32",
    )
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
    assert_eq!(shelf.name_in(view), Some("mint"));
    assert_eq!(months.to_vec(), [5]);
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
