package csg

import "slices"

// appendSimple appends a fragment as fragments that visit no vertex twice. A fragment that is narrower than the weld
// distance folds onto itself, and its parts with only two corners vanish.
func appendSimple(out []fragment, f fragment) []fragment {
	if !repeats(f.verts) {
		if len(f.verts) > 2 {
			out = append(out, f)
		}
		return out
	}
	var path []int32
	for _, v := range f.verts {
		if at := slices.Index(path, v); at >= 0 {
			if loop := path[at:]; len(loop) > 2 {
				out = append(out, fragment{slices.Clone(loop), f.plane, f.free})
			}
			path = path[:at]
		}
		path = append(path, v)
	}
	if len(path) > 2 {
		out = append(out, fragment{path, f.plane, f.free})
	}
	return out
}

// repeats reports whether a vertex occurs twice. Most fragments have few corners.
func repeats(verts []int32) bool {
	if len(verts) > 64 {
		sorted := slices.Clone(verts)
		slices.Sort(sorted)
		return len(slices.Compact(sorted)) < len(verts)
	}
	for i, v := range verts {
		if slices.Contains(verts[:i], v) {
			return true
		}
	}
	return false
}
