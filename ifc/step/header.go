package step

// headerEntity reads one statement of the HEADER section.
func (r *Reader) headerEntity() error {
	p := &r.parse
	if p.word("ENDSEC") {
		r.section = betweenSections
		return nil
	}
	part, err := p.part()
	if err != nil {
		return err
	}
	if err = p.end(); err != nil {
		return err
	}
	h := &headerArgs{p: p, name: part.Name, args: part.Args}
	switch part.Name {
	case "FILE_DESCRIPTION":
		r.header.Description = FileDescription{Description: h.texts(), ImplementationLevel: h.text()}
	case "FILE_NAME":
		r.header.Name = FileName{h.text(), h.text(), h.texts(), h.texts(), h.text(), h.text(), h.text()}
	case "FILE_SCHEMA":
		r.header.Schemas = h.texts()
	default:
		r.header.Others = append(r.header.Others, part)
		return nil
	}
	return h.done()
}

// headerArgs reads the arguments of a header entity in order and keeps the first error.
type headerArgs struct {
	p    *parser
	name string
	args []Value
	next int
	err  error
}

func (h *headerArgs) take() Value {
	h.next++
	if h.next > len(h.args) {
		h.fail("%s lacks argument %d", h.name, h.next)
		return Null{}
	}
	return h.args[h.next-1]
}

func (h *headerArgs) fail(format string, args ...any) {
	if h.err == nil {
		h.p.i = 0
		h.err = h.p.fail(format, args...)
	}
}

// text reads a string. It reads $, which many files have, as an empty string.
func (h *headerArgs) text() string {
	switch v := h.take().(type) {
	case String:
		return string(v)
	case Null:
		return ""
	}
	h.fail("argument %d of %s should be a string", h.next, h.name)
	return ""
}

// texts reads a list of strings. It reads a list of one empty string, which the standard requires if there are no
// entries, as an empty list.
func (h *headerArgs) texts() []string {
	switch v := h.take().(type) {
	case List:
		return h.strings(v)
	case Null:
		return nil
	case String:
		h.fail("argument %d of %s should be a list of strings, not one string", h.next, h.name)
		return h.strings(List{v})
	}
	h.fail("argument %d of %s should be a list of strings", h.next, h.name)
	return nil
}

func (h *headerArgs) strings(list List) []string {
	var out []string
	for _, v := range list {
		switch v := v.(type) {
		case String:
			out = append(out, string(v))
		case Null:
			out = append(out, "")
		default:
			h.fail("argument %d of %s should hold strings only", h.next, h.name)
		}
	}
	if len(out) == 1 && out[0] == "" {
		return nil
	}
	return out
}

func (h *headerArgs) done() error {
	if h.next < len(h.args) {
		h.fail("%s has %d arguments instead of %d", h.name, len(h.args), h.next)
	}
	return h.err
}
