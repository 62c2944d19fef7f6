// Package express evaluates the rules of the IFC schemas from their EXPRESS text (ISO 10303-11): WHERE rules of
// entities and of defined types, and global rules. For these it also evaluates functions, derived attributes and
// inverse attributes.
//
// [NewModel] prepares a [step.File]. [Model.Check] evaluates every rule and returns each [Violation], and each rule
// that could not be evaluated, with the reason ([Unevaluated]). [Model.Get] returns any attribute of an [Instance],
// including derived and inverse ones, for callers with their own checks.
//
// The [parser] turns text into syntax. The [compiler] turns syntax into Go functions in which every name is resolved.
// The [machine] runs these functions over the values of a file. Read [Value], then compile.go, operator.go and
// check.go.
//
// Caveats:
//   - A rule that cannot be compiled or evaluated is reported; it never counts as satisfied.
//   - Unless its attribute is a select, a value does not record its defined type: TYPEOF returns only the underlying
//     simple type. No rule of the IFC schemas needs more.
//   - An assignment to a part of a variable never changes the value that the variable was copied from. EXPRESS shares
//     instances, but the functions of IFC that assign to parts (IfcScalarTimesVector) intend a copy.
//   - Procedures, ALIAS, CONSTANT, nested declarations and FORMAT are not supported, because no schema uses them.
package express
