package ifcxml

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Document is the content of a document as a STEP file.
type Document struct {
	File   *step.File
	Unread map[string]int // number of elements and attributes unknown to the schema, by Class.Name
}

// Read reads an ifcXML document. The error is a [*Fault] or the error of the context.
func Read(ctx context.Context, data []byte) (*Document, error) {
	root, err := parse(ctx, data)
	if err != nil {
		return nil, err
	}
	s := schemaOf(root)
	if s == nil {
		return nil, &Fault{root.line, "the document names no schema: IFC2X3, IFC4 and IFC4X3 are read"}
	}
	r := &reader{schema: s, numbers: map[string]int{}, made: map[int]bool{}, file: &step.File{},
		unread: map[string]int{}}
	r.header(root)
	r.population(root)
	r.refer()
	if len(r.file.Instances) == 0 {
		return nil, &Fault{root.line, "the document has no instances of " + s.Name}
	}
	sort.SliceStable(r.file.Instances, func(i, j int) bool { return r.file.Instances[i].ID < r.file.Instances[j].ID })
	return &Document{File: r.file, Unread: r.unread}, nil
}

// schemaOf returns the schema that the names and attributes of the outermost elements mention, or nil.
func schemaOf(root *node) *schema.Schema {
	var words []string
	for n, depth := root, 0; n != nil && depth < 3; depth++ {
		words = append(words, n.name)
		for _, a := range n.attributes {
			words = append(words, a.Value)
		}
		next := n.find("uos", "ifcXML")
		n = next
	}
	text := strings.ToUpper(strings.Join(words, " "))
	for _, s := range []struct {
		name   string
		schema func() *schema.Schema
	}{{"IFC4X", schema.IFC4X3}, {"IFC4", schema.IFC4}, {"IFC2X", schema.IFC2X3}} {
		if strings.Contains(text, s.name) {
			return s.schema()
		}
	}
	return nil
}

// reader converts elements to instances.
type reader struct {
	schema  *schema.Schema
	numbers map[string]int // numbers of instances by their ids in the document
	next    int
	made    map[int]bool
	file    *step.File
	unread  map[string]int

	referrals []referral
}

// header reads the header, with the element names of both editions.
func (r *reader) header(root *node) {
	h := &r.file.Header
	h.Schemas = []string{strings.ToUpper(r.schema.Name)}
	head := root.find("header", "iso_10303_28_header")
	if head == nil {
		return
	}
	text := func(name string) string {
		if n := head.find(name); n != nil {
			return strings.TrimSpace(n.text.String())
		}
		return ""
	}
	list := func(name string) []string {
		if t := text(name); t != "" {
			return []string{t}
		}
		return nil
	}
	h.Name = step.FileName{Name: text("name"), TimeStamp: text("time_stamp"), Author: list("author"),
		Organization: list("organization"), PreprocessorVersion: text("preprocessor_version"),
		OriginatingSystem: text("originating_system"), Authorization: text("authorization")}
	h.Description.Description = list("documentation")
}

// population reads the instances in the root and in the elements that wrap them.
func (r *reader) population(n *node) {
	for _, c := range n.children {
		if _, ok := r.schema.Entity(c.name); ok {
			r.instance(c, nil)
			continue
		}
		if strings.HasPrefix(c.name, "Ifc") {
			r.unread[c.name]++
			continue
		}
		r.population(c)
	}
}

// number returns the instance number for an id of the document; an empty id gets a new number.
func (r *reader) number(id string) int {
	if n := r.numbers[id]; n != 0 && id != "" {
		return n
	}
	r.next++
	if id != "" {
		r.numbers[id] = r.next
	}
	return r.next
}

// reference returns the id of the object that an element refers to, or "" if the element is the object itself.
func reference(n *node) string {
	for _, name := range []string{"ref", "href"} {
		if id := strings.TrimPrefix(n.attribute(name), "#"); id != "" {
			return id
		}
	}
	return ""
}

// isNil reports whether an element is marked as having no value.
func isNil(n *node) bool { return n.attribute("nil") == "true" || n.attribute("nil") == "1" }

// instance makes the instance of an element and returns its reference. The class is the element's xsi:type, the class
// that the element is named by, or the declared class of the attribute.
func (r *reader) instance(n *node, declared *schema.Entity) step.Value {
	if id := reference(n); id != "" {
		return step.Ref(r.number(id))
	}
	e := declared
	if told, ok := r.schema.Entity(n.name); ok {
		e = told
	}
	if told, ok := r.schema.Entity(local(n.attribute("type"))); ok {
		e = told
	}
	if e == nil || e.Abstract || isNil(n) && len(n.children) == 0 {
		if e != nil && e.Abstract && (len(n.children) > 0 || len(n.attributes) > 0) {
			r.unread[e.Name]++
		}
		return step.Null{}
	}
	number := r.number(n.attribute("id"))
	if r.made[number] {
		return step.Ref(number)
	}
	r.made[number] = true
	in := step.Instance{ID: number, Name: strings.ToUpper(e.Name), Args: make([]step.Value, len(e.AllAttributes()))}
	for i, a := range e.AllAttributes() {
		in.Args[i] = step.Null{}
		if a.Derived {
			in.Args[i] = step.Derived{}
		}
	}
	r.plainAttributes(&in, e, n)
	for _, c := range n.children {
		r.element(&in, e, c)
	}
	r.file.Instances = append(r.file.Instances, in)
	return step.Ref(number)
}

// notOfTheSchema are the XML attributes that every element may have and that are not attributes of the schema.
var notOfTheSchema = map[string]bool{"id": true, "ref": true, "href": true, "nil": true, "type": true, "pos": true,
	"path": true, "cType": true, "itemType": true, "arraySize": true, "schemaLocation": true, "entity": true,
	"uuid": true, "globalid": true, "proxy": true, "lang": true, "space": true, "xmlns": true}

// plainAttributes reads attributes of the schema that are written as XML attributes.
func (r *reader) plainAttributes(in *step.Instance, e *schema.Entity, n *node) {
	for _, given := range n.attributes {
		if given.Name.Space == "xmlns" || given.Name.Space != "" || notOfTheSchema[given.Name.Local] {
			continue
		}
		a, place, ok := e.Attribute(given.Name.Local)
		if !ok {
			r.unread[e.Name+"."+given.Name.Local]++
			continue
		}
		if a.Type.Entity() != nil { // the attribute is a reference
			in.Args[place] = step.Ref(r.number(given.Value))
			continue
		}
		in.Args[place] = r.text(&a.Type, given.Value)
	}
}

// element reads a child element of an instance: an attribute, or an inverse attribute.
func (r *reader) element(in *step.Instance, e *schema.Entity, c *node) {
	if a, place, ok := e.Attribute(c.name); ok {
		if !a.Derived {
			in.Args[place] = r.value(&a.Type, c)
		}
		return
	}
	for _, inverse := range e.AllInverses() {
		if strings.EqualFold(inverse.Name, c.name) {
			r.inverse(in.ID, &inverse, c)
			return
		}
	}
	r.unread[e.Name+"."+c.name]++
}

// inverse makes the relations that are written within the instance to which they refer.
func (r *reader) inverse(to int, inverse *schema.Inverse, n *node) {
	related := n.children
	if inverse.Single || reference(n) != "" || n.attribute("type") != "" {
		related = []*node{n}
	}
	declared, _ := r.schema.Entity(inverse.Entity)
	for _, c := range related {
		if inverse.Single && len(c.children) == 1 {
			if _, ok := r.schema.Entity(c.children[0].name); ok && c == n {
				c = c.children[0]
			}
		}
		ref, ok := r.instance(c, declared).(step.Ref)
		if ok {
			r.referrals = append(r.referrals, referral{int(ref), to, inverse.For})
		}
	}
}

// referral is a reference that an inverse attribute implies: an attribute of one instance refers to another instance.
type referral struct {
	from, to  int
	attribute string
}

// refer sets the references that inverse attributes imply, unless the attributes are already set. It runs after all
// instances have been read, because they may come in any order.
func (r *reader) refer() {
	places := make(map[int]int, len(r.file.Instances))
	for i := range r.file.Instances {
		places[r.file.Instances[i].ID] = i
	}
	for _, f := range r.referrals {
		i, ok := places[f.from]
		if !ok {
			continue
		}
		in := &r.file.Instances[i]
		e, _ := r.schema.Entity(in.Name)
		a, place, ok := e.Attribute(f.attribute)
		if !ok {
			continue
		}
		if !underlying(&a.Type).Kind.IsAggregate() {
			in.Args[place] = step.Ref(f.to)
			continue
		}
		list, _ := in.Args[place].(step.List)
		if !slices.Contains(list, step.Value(step.Ref(f.to))) {
			in.Args[place] = append(list, step.Ref(f.to))
		}
	}
}

// underlying returns the type at the end of a chain of defined types; selects and enumerations remain as they are.
func underlying(t *schema.TypeExpr) *schema.TypeExpr {
	for t.Type() != nil && t.Type().Underlying != nil {
		t = t.Type().Underlying
	}
	return t
}

// value reads the value of an attribute, or of one item of an aggregate, from an element.
func (r *reader) value(t *schema.TypeExpr, n *node) step.Value {
	t = underlying(t)
	switch {
	case t.Kind.IsAggregate():
		return r.list(t, n)
	case t.Entity() != nil:
		if len(n.children) == 1 && reference(n) == "" && n.attribute("type") == "" {
			if e, ok := r.schema.Entity(n.children[0].name); ok && e.Is(t.Entity()) {
				return r.instance(n.children[0], nil)
			}
		}
		return r.instance(n, t.Entity())
	case t.Type() != nil && t.Type().IsSelect():
		return r.selected(n)
	}
	if isNil(n) {
		return step.Null{}
	}
	if len(n.children) == 1 && strings.TrimSpace(n.text.String()) == "" {
		return r.value(t, n.children[0]) // the value is in an element named by its type
	}
	return r.text(t, n.text.String())
}

// typeNamed returns the defined type that an element is named by, with or without the suffix -wrapper.
func (r *reader) typeNamed(name string) (*schema.Type, bool) {
	return r.schema.Type(strings.TrimSuffix(local(name), "-wrapper"))
}

// selected reads a value of a select: an instance, or a value in an element named by its type.
func (r *reader) selected(n *node) step.Value {
	inner := n
	_, entity := r.schema.Entity(n.name)
	_, typed := r.typeNamed(n.name)
	if !entity && !typed && reference(n) == "" && n.attribute("type") == "" && len(n.children) == 1 {
		inner = n.children[0]
	}
	if t, ok := r.typeNamed(inner.name); ok && !t.IsSelect() {
		if isNil(inner) {
			return step.Null{}
		}
		as := schema.TypeExpr{}
		if t.Underlying != nil {
			as = *t.Underlying
		}
		if t.IsEnumeration() {
			return step.Typed{Name: t.Upper(), Value: enumerated(inner.text.String())}
		}
		return step.Typed{Name: t.Upper(), Value: r.value(&as, inner)}
	}
	return r.instance(inner, nil)
}

// list reads an aggregate: its items are child elements, in the order of their positions, or words of a text.
func (r *reader) list(t *schema.TypeExpr, n *node) step.Value {
	if isNil(n) && reference(n) == "" {
		return step.Null{}
	}
	if len(n.children) == 0 {
		if id := reference(n); id != "" {
			return step.List{step.Ref(r.number(id))}
		}
		if strings.TrimSpace(n.text.String()) == "" {
			return step.List{}
		}
		return r.text(t, n.text.String())
	}
	items := append([]*node(nil), n.children...)
	sort.SliceStable(items, func(i, j int) bool { return position(items[i]) < position(items[j]) })
	out := make(step.List, 0, len(items))
	for _, c := range items {
		if v := r.value(t.Elem, c); v != (step.Value(step.Null{})) {
			out = append(out, v)
		}
	}
	return out
}

// position returns the first number of an item's position, or 0 if it has none.
func position(n *node) int {
	words := strings.Fields(n.attribute("pos"))
	if len(words) == 0 {
		return 0
	}
	at, _ := strconv.Atoi(words[0])
	return at
}

// text reads a value that is written as a text.
func (r *reader) text(t *schema.TypeExpr, text string) step.Value {
	t = underlying(t)
	switch {
	case t.Kind.IsAggregate():
		return r.words(t, strings.Fields(text))
	case t.Type() != nil && t.Type().IsEnumeration():
		return enumerated(text)
	case t.Kind == schema.String, t.Type() != nil:
		return step.String(text)
	case t.Entity() != nil:
		return step.Ref(r.number(strings.TrimSpace(text)))
	}
	word := strings.TrimSpace(text)
	switch t.Kind {
	case schema.Boolean, schema.Logical:
		switch strings.ToLower(word) {
		case "true", "1", "t":
			return step.True
		case "false", "0", "f":
			return step.False
		}
		return step.Unknown
	case schema.Binary:
		return step.Binary("0" + strings.ToUpper(word))
	case schema.Integer, schema.Number:
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return step.Int(n)
		}
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || f != f || f > maxNumber || f < -maxNumber {
		r.unread["number "+word]++
		return step.Null{}
	}
	return step.Real(f)
}

// maxNumber is greater than every number of a STEP file, which cannot represent infinity.
const maxNumber = 1e308

// words reads an aggregate from words. Inner aggregates of a fixed size follow each other without a separator.
func (r *reader) words(t *schema.TypeExpr, words []string) step.Value {
	inner := underlying(t.Elem)
	if !inner.Kind.IsAggregate() {
		out := make(step.List, len(words))
		for i, w := range words {
			out[i] = r.text(t.Elem, w)
		}
		return out
	}
	fewest, most := inner.Sizes()
	if fewest != most || fewest < 1 {
		return step.List{r.words(inner, words)}
	}
	var out step.List
	for len(words) >= fewest {
		out = append(out, r.words(inner, words[:fewest]))
		words = words[fewest:]
	}
	return out
}

// enumerated returns an item of an enumeration, or a boolean.
func enumerated(text string) step.Value { return step.Enum(strings.ToUpper(strings.TrimSpace(text))) }
