//! From declarations to facts: what the loader found, as the types of the model.

mod computed;
mod enums;
mod naming;
mod records;
mod sequences;
mod types;

use crate::declared::{self, Declaration};
use crate::diagnostic::{Mistakes, Source, Spanned};
use crate::limits;
use crate::load;
use crate::model::{Content, Item, Let, Part, Schema};

impl Schema {
    /// Reads all files; mistakes are noted, and what can be understood is kept.
    pub(crate) fn new(sources: Vec<Source>, mistakes: &Mistakes) -> Self {
        let mut schema = Self {
            sources,
            ..Self::default()
        };
        'files: for index in 0..schema.sources.len() {
            let file = load::file(index, &schema.sources[index], mistakes);
            schema.torn |= file.torn;
            schema.lost.extend(file.lost);
            schema.docs.push(file.doc);
            schema.features.push(file.feature);
            for item in file.items {
                if schema.items.len() + schema.parts.len() >= limits::ITEMS.most {
                    let noted = mistakes.note(&item.name.span, "this item is one too many");
                    noted.limit(&limits::ITEMS);
                    schema.torn = true;
                    break 'files;
                }
                schema.add(index, item, mistakes);
            }
        }
        schema.decide_kinds();
        schema.mirror_by_name();
        schema
    }

    /// Takes in what a file declares.
    fn add(&mut self, file: usize, item: load::Item, mistakes: &Mistakes) {
        let builder = Builder {
            source: &self.sources[file],
            mistakes,
        };
        let item = match item.declaration {
            Declaration::Part(part) => return self.parts.push(builder.part(part)),
            declaration => builder.item(item.name, declaration),
        };
        let Some(item) = item else { return };
        match self.names.get(&item.name.value) {
            Some(first) => {
                let what = format!("the name `{}` is taken", item.name.value);
                let noted = mistakes.note(&item.name.span, what);
                noted.other(&self.items[*first].name.span, "taken here");
            }
            None => {
                let name = item.name.value.clone();
                self.names.insert(name, self.items.len());
            }
        }
        self.items.push(item);
    }
}

/// What one file declares, while it becomes facts.
struct Builder<'f> {
    source: &'f Source,
    mistakes: &'f Mistakes,
}

impl Builder<'_> {
    /// An item; a part is none.
    fn item(&self, name: Spanned<String>, declaration: Declaration) -> Option<Item> {
        let facts = match declaration {
            Declaration::Part(_) => return None,
            Declaration::Enum(it) => enums::enumeration(&name, it),
            Declaration::Flags(it) => self.flags(&name, it),
            Declaration::Bits(it) => self.bits(it),
            Declaration::Record(it) => {
                let fields = it.fields.into_iter();
                let fields = fields.map(|field| self.field(field)).collect();
                Facts::new(it.doc, it.source, Content::Record(fields)).mirroring(it.cpp)
            }
            Declaration::Versioned(it) => self.versioned(it),
            Declaration::Union(it) => self.union(it),
            Declaration::Choice(it) => self.choice(it),
            Declaration::Sequence(it) => self.sequence(it),
            Declaration::Let(it) => {
                let (args, is) = (it.args, it.is);
                Facts::new(it.doc, it.source, Content::Let(Let { args, is }))
            }
        };
        Some(Item {
            span: name.span.clone(),
            name,
            doc: facts.doc,
            source: facts.source,
            cpp: facts.cpp,
            content: facts.content,
        })
    }

    fn part(&self, part: declared::Part) -> Part {
        Part {
            codes: part.fourcc,
            ty: part.ty.map(|ty| self.ty(&ty)),
            name: part.name,
            writers: part.writers,
            models: part.models,
            strip: part.strip,
            repeats: part.repeats,
            last: part.last,
            begins: part.begins,
            llvm: part.llvm,
            doc: part.doc,
            source: part.source,
        }
    }
}

/// What is known of an item, beside its name.
struct Facts {
    doc: String,
    source: String,
    cpp: Option<Spanned<String>>,
    content: Content,
}

impl Facts {
    fn new(doc: String, source: String, content: Content) -> Self {
        Self {
            doc,
            source,
            cpp: None,
            content,
        }
    }

    fn mirroring(self, cpp: Option<Spanned<String>>) -> Self {
        Self { cpp, ..self }
    }
}
