//! Checks switches: a selector, and the content that each of its values selects.

use crate::expression::Rules;
use crate::model::{Arm, Enum, Switch};
use crate::span::{Number, Spanned, Text};

use super::Checker;
use super::types::TypeUse;

impl Checker<'_> {
    pub(super) fn switch(&self, name: &Spanned<String>, switch: &Switch) {
        let arguments = self.parameters(&switch.takes, TypeUse::Selector);
        if switch.arms.is_empty() {
            self.note(name, format!("`{name}` has no arms"));
        }
        self.distinct(switch.arms.iter().map(|arm| &arm.name), "arm");
        if let Some(otherwise) = &switch.otherwise {
            self.other_arm(&switch.arms, otherwise);
        }
        self.selectors(self.selector(switch), &switch.arms);
        let directory = self.schema.directory_of(switch);
        self.ranges(&switch.arms, directory.is_some());
        for arm in &switch.arms {
            self.check_shown(&arm.shown, Some(&arm.ty));
        }
        if let Some(size) = &switch.size {
            self.union(name, &switch.arms, size);
            return;
        }
        for arm in &switch.arms {
            if self.known_type(&arm.ty, TypeUse::ChoiceArm) {
                let passed = self.schema.arguments(&arm.ty).enumerate();
                for (position, (argument, _)) in passed.filter(|(_, (_, is_record))| !is_record) {
                    let scope = self.scope(arguments.clone());
                    if let Some(found) = scope.number(argument, Rules::default()) {
                        self.enum_passed(&arm.ty, position, argument, &found);
                    }
                }
            }
        }
    }

    /// Checks that the arm of all other selectors has a unique name.
    fn other_arm(&self, arms: &[Arm], otherwise: &Text) {
        let mut arms = arms.iter().map(|arm| &arm.name);
        if let Some(name) = arms.find(|name| name.value == "Other") {
            self.note(name, "the arm `_` has the name `Other`")
                .other(otherwise, "this arm")
                .help("use another name");
        }
    }

    /// Checks that the arms of a union are not larger than the union.
    fn union(&self, name: &Spanned<String>, arms: &[Arm], size: &Number) {
        self.held_by_itself(name);
        self.setters(arms.iter().map(|arm| &arm.name));
        let Some(room) = u64::try_from(size.value)
            .ok()
            .filter(|room| (1..=4096).contains(room))
        else {
            let what = format!("the size {size} of the switch is out of range");
            self.note(size, what).help("legal values: 1 to 4096");
            return;
        };
        for arm in arms {
            if self.known_type(&arm.ty, TypeUse::Arm)
                && let Some(takes) = self.schema.size(&arm.ty.base)
                && takes > room
            {
                let what = format!(
                    "the arm `{}` has {takes} bytes, but the switch `{name}` has {room}",
                    arm.name
                );
                self.note(&arm.ty, what).other(size, "its size");
            }
        }
    }

    /// The enum of the first parameter, which is the selector.
    fn selector<'s>(&'s self, switch: &'s Switch) -> Option<(&'s str, &'s Enum)> {
        let of = switch.selector_enum();
        let content = self.schema.enumeration(of)?;
        Some((of, self.schema.values(content)))
    }

    /// Checks that arms are selected by values of the enum, each of them once.
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
