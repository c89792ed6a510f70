//! Computes counts that are passed to a structure: the number that a container passes is the length of a run in the
//! structure.

use super::{Content, Field, Schema, Struct, Type};
use crate::expression::parsed::Expression;
use crate::span::Spanned;

impl Schema {
    /// The run of a structure whose `count` consists only of the parameter at a position.
    pub(crate) fn counted_by(&self, ty: &Type, position: usize) -> Option<&str> {
        let sequence = self.sequence_of(&ty.base)?;
        let parameter = sequence.takes.get(position)?;
        let is_run = |field: &&Field| {
            let is_plain =
                field.has_name_and_type() && field.each.is_none() && field.null.is_none();
            let count = field.count.as_ref();
            let is_own = count.is_some_and(|count| count.is_field(&parameter.name));
            is_own && is_plain && field.strings_style.round.is_none()
        };
        let run = sequence.fields.iter().find(is_run)?;
        Some(&run.name)
    }

    /// The arguments of a field's single structure that are counts of a run in it, each with that run.
    pub(crate) fn counts_within<'s>(
        &'s self,
        field: &'s Field,
    ) -> impl Iterator<Item = (&'s Expression, &'s str)> {
        let is_one = field.count.is_none() && field.pool.is_none();
        let arguments = self.arguments(&field.ty).enumerate();
        let arguments = arguments.filter(move |_| is_one);
        arguments.filter_map(|(position, (argument, _))| {
            Some((argument, self.counted_by(&field.ty, position)?))
        })
    }

    /// Computes each number that is only passed to a structure, as the count of a run in it.
    pub(crate) fn compute_passed_counts(&mut self) {
        let mut found = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let Some(sequence) = item.content.sequence() else {
                continue;
            };
            for (number, field) in sequence.fields.iter().enumerate() {
                let is = self.length_within(sequence, field);
                found.extend(is.map(|is| (index, number, is)));
            }
        }
        for (index, number, is) in found {
            if let Content::Struct(of) = &mut self.items[index].content {
                of.fields[number].is = Some(is);
            }
        }
    }

    /// The value of a number without another rule: the length of a run in a structure to which it is passed.
    fn length_within(&self, sequence: &Struct, number: &Field) -> Option<Expression> {
        let name = &number.name;
        if !number.is_integer() || number.says_value() {
            return None;
        }
        let mut fields = sequence
            .fields
            .iter()
            .filter(|field| field.has_name_and_type());
        fields.find_map(|field| {
            let mut counts = self.counts_within(field);
            let (_, run) = counts.find(|(argument, _)| argument.is_field(name))?;
            let value = format!("len({}.{run})", field.name);
            let span = name.span.clone();
            Some(Expression::new(Spanned { value, span }))
        })
    }
}
