package csg

import "slices"

// operation is the operation of a node on its children.
type operation uint8

const (
	leaf operation = iota
	union
	subtract
	intersect
)

// Expr is a boolean expression. The zero Expr has no operand and causes an error.
type Expr struct {
	op       operation
	children []Expr
	operand  *Operand
}

// Of returns the expression of one operand.
func Of(o Operand) Expr { return Expr{op: leaf, operand: &o} }

// Union returns the points in any of the expressions.
func Union(e ...Expr) Expr { return Expr{op: union, children: e} }

// Subtract returns the points of the first expression that are in no other expression.
func Subtract(e ...Expr) Expr { return Expr{op: subtract, children: e} }

// Intersect returns the points common to all expressions.
func Intersect(e ...Expr) Expr { return Expr{op: intersect, children: e} }

// node is an expression with numbered operands: it contains the operands from lo to hi-1.
type node struct {
	op       operation
	lo, hi   int32
	children []node
	fan      bool // all children are operands
}

// number lists the operands of an expression from left to right.
func (e Expr) number(operands []*Operand) (node, []*Operand, error) {
	n := node{op: e.op, lo: int32(len(operands)), fan: true}
	if e.op == leaf {
		if e.operand == nil {
			return n, nil, ErrNoOperand
		}
		n.hi = n.lo + 1
		return n, append(operands, e.operand), nil
	}
	if len(e.children) == 0 {
		return n, nil, ErrNoOperand
	}
	n.children = make([]node, len(e.children))
	for i, c := range e.children {
		var err error
		if n.children[i], operands, err = c.number(operands); err != nil {
			return n, nil, err
		}
		n.fan = n.fan && c.op == leaf
	}
	n.hi = int32(len(operands))
	return n, operands, nil
}

// holds reports whether the expression contains a point, given the operands in which the point lies, in ascending
// order. A node without any of these operands does not contain the point, so the cost depends only on the given
// operands.
func (n *node) holds(in []int32) bool {
	first, _ := slices.BinarySearch(in, n.lo)
	last, _ := slices.BinarySearch(in, n.hi)
	in = in[first:last]
	if len(in) == 0 {
		return false
	}
	switch {
	case n.op == leaf, n.op == union && n.fan:
		return true
	case n.op == intersect && n.fan:
		return len(in) == len(n.children)
	case n.op == subtract && n.fan:
		return in[0] == n.lo && len(in) == 1
	}
	return n.holdsBelow(in)
}

func (n *node) holdsBelow(in []int32) bool {
	for i := range n.children {
		got := n.children[i].holds(in)
		switch {
		case n.op == union && got:
			return true
		case n.op == intersect && !got, n.op == subtract && got != (i == 0):
			return false
		}
	}
	return n.op != union
}
