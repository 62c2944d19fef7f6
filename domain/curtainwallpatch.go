package domain

// patch is a rectangle of a curtain wall's elevation: along it from its start, and up from its base.
type patch struct{ u, v interval }

// empty reports whether a patch is narrower than anything is that is made: what it leaves is a joint.
func (p patch) empty() bool {
	return p.u.to-p.u.from < minimumExtent || p.v.to-p.v.from < minimumExtent
}

func (i interval) meets(k interval) bool { return i.from < k.to && k.from < i.to }

func (i interval) common(k interval) interval { return interval{max(i.from, k.from), min(i.to, k.to)} }

// without returns what is left of a patch beside another one, in rectangles: where it stands, those below and above are
// as wide as the patch, else those beside are as high.
func (p patch) without(q patch, standing bool) []patch {
	if !p.u.meets(q.u) || !p.v.meets(q.v) {
		return []patch{p}
	}
	u, v := p.u.common(q.u), p.v.common(q.v)
	left, right := interval{p.u.from, u.from}, interval{u.to, p.u.to}
	below, above := interval{p.v.from, v.from}, interval{v.to, p.v.to}
	all := [4]patch{{left, p.v}, {u, below}, {u, above}, {right, p.v}}
	if standing {
		all = [4]patch{{p.u, below}, {left, v}, {right, v}, {p.u, above}}
	}
	var out []patch
	for _, r := range all {
		if !r.empty() {
			out = append(out, r)
		}
	}
	return out
}

// withoutAll returns what is left of a patch beside several others.
func (p patch) withoutAll(others []patch, standing bool) []patch {
	left := []patch{p}
	for _, q := range others {
		var next []patch
		for _, r := range left {
			next = append(next, r.without(q, standing)...)
		}
		left = next
	}
	return left
}
