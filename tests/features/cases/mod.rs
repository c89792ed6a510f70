//! What the generated code of each schema must do.

mod bytes;

mod bits;
mod by_size;
mod by_value;
mod choice;
mod chunks;
mod computed;
mod condition;
mod documents;
mod expression;
mod flags;
mod follows;
mod functions;
mod hygiene;
mod named;
mod new_values;
mod open_enum;
mod padding;
mod part;
mod placed;
mod pool;
mod record;
mod records;
mod rest;
mod room;
mod round;
mod sequence;
mod sized_rest;
mod strided;
mod strings;
mod tables;
mod tested;
mod union;
mod unknown;
mod usual;
