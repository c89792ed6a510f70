//! Implements `Serialize` for bindings and for the elements of signatures.

use alloc::string::ToString;

use super::{Text, flags, impl_map};
use crate::bindings::{Binding, dimension, dxc_format, letter, num_samples, register_count};
use crate::signatures::{ListedElement, components, has_register, used};

impl_map! { <'a> binding: Binding<'a> {
    "part" => Text(binding.part),
    "described_by" => binding.described_by.map(Text),
    "name" => binding.name,
    "type" => Text(binding.input_type),
    "class" => Text(binding.class),
    "letter" => letter(binding.class),
    "space" => binding.space,
    "first" => binding.first,
    "last" => binding.last,
    "count" => register_count(binding),
    "kind" => binding.kind.map(Text),
    "dimension" => Text(dimension(binding)),
    "counter" => binding.has_counter,
    "format" => dxc_format(binding),
    "returns" => binding.returns.map(|(value, components)| (Text(value), components)),
    "stride" => binding.stride,
    "samples" => binding.samples,
    "num_samples" => num_samples(binding),
    "flags" => flags!(binding.flags),
    "id" => binding.id,
}}

impl_map! { <'a> listed: ListedElement<'a> {
    "name" => listed.name,
    "index" => listed.element.index,
    "stream" => listed.element.stream,
    "mask" => components(&listed.element).to_string().replace(' ', ""),
    "register" => has_register(&listed.element).then_some(listed.element.register),
    "system_value" => Text(listed.element.system_value),
    "component_type" => Text(listed.element.component_type),
    "min_precision" => Text(listed.element.min_precision),
    "used" => used(&listed.element, listed.direction).to_string().replace(' ', ""),
}}
