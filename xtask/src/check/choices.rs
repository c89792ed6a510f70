//! Choices: a selector, and what each of its values chooses.

use crate::diagnostic::Spanned;
use crate::expression::Rules;
use crate::model::{Arm, Base, Enum, Switch};

use super::Checker;
use super::types::TypeUse;

impl Checker<'_> {
    pub(super) fn choice(&self, name: &Spanned<String>, choice: &Switch) {
        let arguments = self.parameters(&choice.takes);
        if choice.arms.is_empty() {
            self.note(name, format!("`{name}` has no arms"));
        }
        self.distinct(choice.arms.iter().map(|arm| &arm.name), "arm");
        self.selectors(self.selector(choice), &choice.arms);
        let directory = self.schema.directory_of(choice);
        self.ranges(&choice.arms, directory.is_some());
        for arm in &choice.arms {
            self.check_shown(&arm.shown, Some(&arm.ty));
            if self.known_type(&arm.ty, TypeUse::ChoiceArm) {
                for argument in self.schema.values_passed(&arm.ty) {
                    self.scope(arguments.clone())
                        .number(argument, Rules::default());
                }
            }
        }
    }

    /// The enum of the first argument, which is the one that selects.
    fn selector<'s>(&'s self, choice: &'s Switch) -> Option<(&'s str, &'s Enum)> {
        let first = choice.takes.first()?;
        let Base::Item(of) = &first.ty.base else {
            let what = format!("the selector `{}` is not an enum", first.name);
            let noted = self.note(&first.ty, what).help("use the name of an enum");
            if first.ty.base == Base::FourCC {
                noted.help(
                    "four characters are a value of an enum of type `u32`, as in `Format = '\"fmt \"'`",
                );
            }
            return None;
        };
        let content = self.schema.content(of)?.enumeration()?;
        Some((of, self.schema.values(content)))
    }

    /// Arms choose by values that the enum has, each of them once.
    pub(super) fn selectors(&self, by: Option<(&str, &Enum)>, arms: &[Arm]) {
        self.distinct(arms.iter().flat_map(|arm| &arm.when), "selector");
        let Some((of, by)) = by else { return };
        for when in arms.iter().flat_map(|arm| &arm.when) {
            if by.value(when).is_none() {
                let legal = by.values.iter().map(|value| value.name.as_str());
                self.note(when, format!("`{of}` has no value `{when}` for this arm"))
                    .legal(when, legal);
            }
        }
    }
}
