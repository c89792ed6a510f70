//! Tests IFCE: FXC's layout is compared with its listings of shaders with dynamic linkage.
//!
//! Judge: FXC's listings `interfaces` and `variables` in `disassembly`.

use dxc_document::Document;
use dxc_format::interfaces::{Class, Interface, Interfaces};
use dxc_format::{Container, parts};

/// FXC's layout of an array of two slots, for which there are two classes, and an instance of the first class.
pub(crate) fn by_fxc() -> Vec<u8> {
    let words = [
        [1, 2, 1, 2].as_slice(),
        // The instances, the classes and the interfaces, followed by bytes that FXC leaves there.
        &[76, 52, 36, 0x4e47_534f, 0x0010_0020],
        &[2, 2, 92, 96],
        &[112, 0x0003_0000, 0x0001_0002],
        &[120, 0, 0],
        &[104, 0x0001_0000, 0x0004_0001, 0xffff_0005],
        &[0x0001_0000],
        &[7, 9],
    ];
    let mut bytes = tests::words(&words.concat());
    bytes.extend(b"lamp\0\xab\xab\xabcSun\0\xab\xab\xabcMoon\0\xab\xab");
    bytes
}

/// A number of a listing, in which a dash means that there is none.
fn listed(number: u16) -> String {
    match number {
        u16::MAX => "-".to_owned(),
        number => number.to_string(),
    }
}

#[test]
fn classes_instances_and_interfaces_are_those_of_the_listing() {
    let folder = tests::root().join("tests/tests/parts/disassembly");
    for name in ["interfaces.ps_5_0", "variables.ps_5_0"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = lines.collect();
        let file = std::fs::read(folder.join(format!("{name}.dxbc"))).unwrap();
        let view = Container::parse(&file).unwrap().ifce().unwrap().unwrap();
        let value = view.to_value();
        let mut rows = Vec::new();
        for (id, class) in value.classes.iter().enumerate() {
            let numbers = (class.constant_buffer_stride, class.textures, class.samplers);
            let (stride, textures, samplers) = numbers;
            rows.push(format!(
                "// {} {id} {stride} {textures} {samplers}",
                class.name
            ));
        }
        for instance in &value.instances {
            let (buffer, offset) = (instance.constant_buffer, instance.constant_buffer_offset);
            let [texture, sampler] = [instance.texture, instance.sampler].map(listed);
            let (name, class) = (&instance.name, instance.class);
            rows.push(format!(
                "// {name} {class} {buffer} {offset} {texture} {sampler}"
            ));
        }
        let mut slot = 0;
        for interface in &value.interfaces {
            let slots = match interface.slots {
                1 => slot.to_string(),
                slots => format!("{slot}-{}", slot + slots - 1),
            };
            slot += interface.slots;
            let joined = |ids: Vec<String>| ids.join(" ");
            let classes = joined(
                interface
                    .class_ids
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            );
            let tables = joined(
                interface
                    .table_ids
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            );
            rows.push(format!("// | Type ID | {slots} |{classes}"));
            rows.push(format!("// | Table ID | |{tables}"));
        }
        assert!(rows.len() > 7, "{rows:?}");
        for row in rows {
            assert!(lines.contains(&row), "{name}: {row:?}");
        }
        let total = format!("// Interface slots, {} total:", value.slot_count);
        assert!(lines.contains(&total), "{name}: {total:?}");
        assert_eq!(value.to_bytes().unwrap(), view.as_bytes());
    }
}

#[test]
fn edited_values_are_read_again() {
    let mut value = Interfaces::parse(&by_fxc()).unwrap();
    let mut class = Class::default();
    class.name = "cStar".into();
    value.classes.push(class);
    let mut interface = Interface::default();
    interface.class_ids.push(2);
    interface.table_ids.push(11);
    value.interfaces.push(interface);
    value.slot_count += 1;
    let bytes = value.to_bytes().unwrap();
    let again = Interfaces::parse(&bytes).unwrap();
    assert_eq!(again.classes, value.classes);
    assert_eq!(again.interfaces, value.interfaces);
    assert_eq!(again.instances, value.instances);
    // Each class has a table.
    value.interfaces[1].table_ids.push(12);
    let error = value.to_bytes().unwrap_err().to_string();
    assert!(error.contains("table_ids"), "{error}");
}

#[test]
fn a_new_part_ends_where_the_next_one_may_begin() {
    let mut value = Interfaces::default();
    let (mut class, mut interface) = (Class::default(), Interface::default());
    class.name = "a".into();
    interface.class_ids.push(0);
    interface.table_ids.push(0);
    (value.classes, value.interfaces, value.slot_count) = (vec![class], vec![interface], 1);
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes.len() % 4, 0);
    assert_eq!(Interfaces::parse(&bytes).unwrap(), value);
}

#[test]
fn documents_lead_back_to_the_same_bytes() {
    let bytes = tests::one_part(parts::IFCE, by_fxc());
    let document = Document::of(&Container::parse(&bytes).unwrap()).unwrap();
    let yaml = document.to_yaml().unwrap();
    assert!(yaml.contains("ClassIds: [0, 1]"), "{yaml}");
    // FXC writes the fields in a different order.
    assert!(yaml.contains("Patch:"), "{yaml}");
    assert_eq!(tests::rebuilt(&bytes), bytes);
}
