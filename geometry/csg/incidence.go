package csg

import "slices"

// incidence records for every vertex the identities of the planes that contain it, ascending. A recorded incidence is
// never computed again.
type incidence struct {
	start  []int32 // of each vertex and one beyond
	planes []int32
}

func (in *incidence) of(v int32) []int32 { return in.planes[in.start[v]:in.start[v+1]] }

func (in *incidence) has(v, p int32) bool {
	for _, q := range in.of(v) {
		if q == p {
			return true
		}
	}
	return false
}

// recordCorners records, for each corner of the pieces, the planes of the pieces that share the corner.
func (k *kernel) recordCorners() {
	start := zeroed(k.on.start, len(k.pos)+1)
	for i := range k.pieces {
		for _, v := range k.pieces[i].verts {
			start[v+1]++
		}
	}
	for v := range k.pos {
		start[v+1] += start[v]
	}
	planes := zeroed(k.on.planes, int(start[len(k.pos)]))
	k.scratch.next = append(k.scratch.next[:0], start...)
	next := k.scratch.next
	for i := range k.pieces {
		p := k.root(k.pieces[i].plane)
		for _, v := range k.pieces[i].verts {
			planes[next[v]] = p
			next[v]++
		}
	}
	k.on = incidence{start, planes}
	k.on.compact(len(k.pos))
}

// compact sorts the planes of every vertex and drops repetitions.
func (in *incidence) compact(vertices int) {
	to := int32(0)
	for v := range vertices {
		from := in.planes[in.start[v]:in.start[v+1]]
		sortSmall(from)
		in.start[v] = to
		for i, p := range from {
			if i == 0 || p != from[i-1] {
				in.planes[to] = p
				to++
			}
		}
	}
	in.start[vertices] = to
	in.planes = in.planes[:to]
}

// sortSmall sorts by insertion, because a vertex has few planes.
func sortSmall(s []int32) {
	if len(s) > 16 {
		slices.Sort(s)
		return
	}
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}
