package express

import "github.com/bimstream/bimstream/ifc/schema"

// expression is a parsed expression, one of the types below. Names are in upper case.
type expression interface{ isExpression() }

type (
	literal struct{ value Value } // a constant, or ?, whose value is nil
	name    struct{ id string }
	// attribute is of.id; group is of\entity.
	attribute struct {
		of expression
		id string
	}
	group struct {
		of     expression
		entity string
	}
	// index is of[from] or of[from:to].
	index struct{ of, from, to expression }
	call  struct {
		function string
		args     []expression
	}
	unary struct {
		op string
		x  expression
	}
	binary struct {
		op   string
		x, y expression
	}
	interval struct {
		low, item, high expression
		lowOp, highOp   string
	}
	query struct {
		variable        string
		from, condition expression
	}
	aggregate struct{ elements []element }
)

// element of an aggregate is value or value : times.
type element struct{ value, times expression }

func (literal) isExpression()   {}
func (name) isExpression()      {}
func (attribute) isExpression() {}
func (group) isExpression()     {}
func (index) isExpression()     {}
func (call) isExpression()      {}
func (unary) isExpression()     {}
func (binary) isExpression()    {}
func (interval) isExpression()  {}
func (query) isExpression()     {}
func (aggregate) isExpression() {}

// statement is a parsed statement, one of the types below.
type statement interface{ isStatement() }

type (
	assign struct{ target, value expression } // the target is a name with qualifiers
	ifThen struct {
		condition       expression
		then, otherwise []statement
	}
	caseOf struct {
		selector  expression
		cases     []caseAction
		otherwise []statement
	}
	repeat struct {
		variable     string // empty if the statement has no counter
		from, to, by expression
		while, until expression
		body         []statement
	}
	returns struct{ value expression }
	leave   struct{ skip bool } // SKIP if true, otherwise ESCAPE
	block   struct{ body []statement }
)

type caseAction struct {
	labels []expression
	body   statement
}

func (assign) isStatement()  {}
func (ifThen) isStatement()  {}
func (caseOf) isStatement()  {}
func (repeat) isStatement()  {}
func (returns) isStatement() {}
func (leave) isStatement()   {}
func (block) isStatement()   {}

// variable is a parameter or a local variable. Of its type it keeps only the kind of aggregate and an array's first
// index, because nothing else affects values.
type variable struct {
	id      string
	kind    schema.Kind // Named if the type is not an aggregate
	low     expression  // first index of an array
	initial expression  // nil if there is no initial value
}

// algorithm is a function or a global rule. The parameters of a global rule are the populations of the entities after
// FOR.
type algorithm struct {
	parameters []variable
	locals     []variable
	body       []statement
	where      []labelled // conditions of a global rule
}

type labelled struct {
	label     string
	condition expression
}
