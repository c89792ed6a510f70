//! Parts: FourCCs and what they hold.

use crate::diagnostic::Spanned;
use crate::model::Content;

use super::Checker;

impl Checker<'_> {
    pub(super) fn parts(&self) {
        let codes: Vec<&Spanned<String>> = self.schema.parts.iter().flat_map(|part| &part.codes).collect();
        self.distinct(codes.iter().copied(), "FourCC");
        for code in codes {
            if code.len() != 4 || !code.is_ascii() {
                let what = format!("`{}` is no FourCC", code.value);
                self.mistakes.note(&code.span, what).help("a FourCC is exactly four ASCII characters");
            } else if syn::parse_str::<syn::Ident>(code).is_err() {
                let what = format!("`{}` cannot be the name of a constant", code.value);
                self.mistakes.note(&code.span, what).help("FourCCs of the schema are letters and digits");
            }
        }
        for part in &self.schema.parts {
            if part.codes.is_empty() && self.mistakes.is_empty() {
                self.mistakes.note(&part.span, "this part has no FourCC");
            }
            let Some(ty) = &part.ty else { continue };
            if let crate::model::Base::Item(_) = ty.base {
                let known = self.known_type(ty, "a part", |content| matches!(content, Content::Sequence(_)));
                if known {
                    for argument in &ty.args {
                        self.scope(Vec::new()).number(argument, crate::expression::Rules::default());
                    }
                }
            } else {
                self.mistakes.note(&ty.span, "a part holds a sequence").help("declare `[sequence.Name]` with the fields");
            }
        }
    }
}
