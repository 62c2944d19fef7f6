package building

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// meshBuilder builds the statements of a faceted brep, #414, face by face.
type meshBuilder struct {
	strings.Builder
	next  int
	faces []string
}

// face adds a face of loops of corners in metres.
func (b *meshBuilder) face(loops ...[][3]float64) {
	var bounds []string
	for i, loop := range loops {
		var points []string
		for _, p := range loop {
			b.next++
			fmt.Fprintf(b, "#%d=IFCCARTESIANPOINT((%.7f,%.7f,%.7f));\n", 1000+b.next, p[0], p[1], p[2])
			points = append(points, fmt.Sprintf("#%d", 1000+b.next))
		}
		kind := "IFCFACEOUTERBOUND"
		if i > 0 {
			kind = "IFCFACEBOUND"
		}
		b.next += 2
		fmt.Fprintf(b, "#%d=IFCPOLYLOOP((%s));\n#%d=%s(#%d,.T.);\n", 999+b.next, strings.Join(points, ","),
			1000+b.next, kind, 999+b.next)
		bounds = append(bounds, fmt.Sprintf("#%d", 1000+b.next))
	}
	b.next++
	fmt.Fprintf(b, "#%d=IFCFACE((%s));\n", 1000+b.next, strings.Join(bounds, ","))
	b.faces = append(b.faces, fmt.Sprintf("#%d", 1000+b.next))
}

func (b *meshBuilder) String() string {
	return b.Builder.String() + fmt.Sprintf("#413=IFCCLOSEDSHELL((%s));\n#414=IFCFACETEDBREP(#413);\n",
		strings.Join(b.faces, ","))
}

// cube returns the faces of a cube of one metre, with each corner displaced by a function.
func cube(off func(face, corner int) [3]float64) [][][3]float64 {
	var out [][][3]float64
	for n, f := range [][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}} {
		var loop [][3]float64
		for _, c := range f {
			d := off(n, c)
			loop = append(loop, [3]float64{float64(c&1) + d[0], float64(c>>1&1) + d[1], float64(c>>2) + d[2]})
		}
		out = append(out, loop)
	}
	return out
}

func turned(loop [][3]float64) [][3]float64 {
	out := make([][3]float64, len(loop))
	for i, p := range loop {
		out[len(loop)-1-i] = p
	}
	return out
}

// TestSurfacesAreRepaired checks that nearly closed surfaces of files are read as closed bodies.
func TestSurfacesAreRepaired(t *testing.T) {
	exact := func(_, _ int) [3]float64 { return [3]float64{} }
	apart := func(by float64) func(int, int) [3]float64 {
		return func(f, c int) [3]float64 {
			return [3]float64{by * float64((7*f+3*c)%3-1), by * float64((5*f+c)%3-1), by * float64((f+2*c)%3-1)}
		}
	}
	hole := func(z float64) [][3]float64 {
		return [][3]float64{{0.2, 0.2, z}, {0.8, 0.2, z}, {0.8, 0.8, z}, {0.2, 0.8, z}}
	}
	for name, build := range map[string]func(b *meshBuilder){
		"corners some micrometres apart": func(b *meshBuilder) {
			for _, f := range cube(apart(2e-6)) {
				b.face(f)
			}
		},
		"corners a tenth of a millimetre apart": func(b *meshBuilder) {
			for _, f := range cube(apart(5e-5)) {
				b.face(f)
			}
		},
		"a face twice": func(b *meshBuilder) {
			for _, f := range append(cube(exact), cube(exact)[0]) {
				b.face(f)
			}
		},
		"every face from both sides": func(b *meshBuilder) {
			for _, f := range cube(exact) {
				b.face(f)
				b.face(turned(f))
			}
		},
		"faces turned at random": func(b *meshBuilder) {
			for i, f := range cube(exact) {
				if i%3 == 1 {
					f = turned(f)
				}
				b.face(f)
			}
		},
		"faces without area": func(b *meshBuilder) {
			for _, f := range cube(exact) {
				b.face(f)
			}
			b.face([][3]float64{{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}})
			b.face([][3]float64{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}})
		},
	} {
		b := &meshBuilder{}
		build(b)
		body, err := itemBody(t, b.String())
		holdsVolume(t, name, body, err, 1, 0.001)
	}
	b := &meshBuilder{}
	for i, f := range cube(exact) {
		switch i {
		case 0:
			b.face(f, turned(hole(0)))
		case 1:
			b.face(hole(1), f) // the hole comes first, and both loops have the direction of the face
		default:
			b.face(f)
		}
	}
	for i := range 4 {
		p, q := hole(0)[i], hole(0)[(i+1)%4]
		b.face([][3]float64{q, p, {p[0], p[1], 1}, {q[0], q[1], 1}})
	}
	body, err := itemBody(t, b.String())
	holdsVolume(t, "holes turned with their faces", body, err, 1-0.36, 0.001)
}

// TestClosedSetsOfASurfaceModelAreBodies checks that closed shells of one surface model that touch in corners, edges
// and faces are separate bodies, whatever their orientation. A shell turned inside out within another one is a void.
func TestClosedSetsOfASurfaceModelAreBodies(t *testing.T) {
	for name, c := range map[string]struct {
		at      [3]float64
		size    float64
		inward  bool
		volumes []float64
	}{
		"on top":                      {[3]float64{0, 0, 1}, 1, false, []float64{1, 1}},
		"on top, inside out":          {[3]float64{0, 0, 1}, 1, true, []float64{1, 1}},
		"within, and touching a face": {[3]float64{0.25, 0.25, 0}, 0.5, true, []float64{1 - 0.125}},
		"a pillow, inside out":        {[3]float64{0.25, 0.25, 1}, 0.5, true, []float64{1, 0.125}},
		"at an edge":                  {[3]float64{1, 0, 1}, 1, true, []float64{1, 1}},
		"at an edge, flush":           {[3]float64{1, 0, 0}, 2, true, []float64{1, 8}},
		"within, a void":              {[3]float64{0.25, 0.25, 0.25}, 0.5, true, []float64{1 - 0.125}},
		"apart":                       {[3]float64{3, 0, 0}, 1, false, []float64{1, 1}},
	} {
		b := &meshBuilder{}
		for _, f := range cube(func(_, _ int) [3]float64 { return [3]float64{} }) {
			b.face(f)
		}
		for _, f := range cube(func(_, corner int) [3]float64 {
			off := func(axis int) float64 { return c.at[axis] + (c.size-1)*float64(corner>>axis&1) }
			return [3]float64{off(0), off(1), off(2)}
		}) {
			if c.inward {
				f = turned(f)
			}
			b.face(f)
		}
		body, err := itemBody(t, b.Builder.String()+fmt.Sprintf(
			"#411=IFCCONNECTEDFACESET((%s));\n#412=IFCCONNECTEDFACESET((%s));\n#414=IFCFACEBASEDSURFACEMODEL((#411,#412));\n",
			strings.Join(b.faces[:6], ","), strings.Join(b.faces[6:], ",")))
		if err != nil || len(body) != len(c.volumes) {
			t.Errorf("%s: %d solids, %v", name, len(body), err)
			continue
		}
		for i, v := range c.volumes {
			if math.Abs(body[i].Volume()-v) > 1e-9 || body[i].Check() != nil {
				t.Errorf("%s: solid %d has %v m3, want %v; %v", name, i, body[i].Volume(), v, body[i].Check())
			}
		}
	}
}

// TestAnOpenSurfaceIsRefused checks that a surface that is not closed is refused, and does not get a thickness.
func TestAnOpenSurfaceIsRefused(t *testing.T) {
	b := &meshBuilder{}
	for _, f := range cube(func(_, _ int) [3]float64 { return [3]float64{} })[:5] {
		b.face(f)
	}
	if body, err := itemBody(t, b.String()); err == nil || len(body) > 0 {
		t.Errorf("%d solids, %v", len(body), err)
	}
}

// TestALongChainOfClippings checks that a body cut hundreds of times in a chain is read quickly, even if it is mirrored
// and stretched.
func TestALongChainOfClippings(t *testing.T) {
	var b strings.Builder
	fmt.Fprint(&b,
		"#401=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,2.,2.);\n#402=IFCDIRECTION((0.,0.,1.));\n#403=IFCDIRECTION((1.,0.,0.));\n#404=IFCDIRECTION((0.,1.,0.));\n#500=IFCEXTRUDEDAREASOLID(#401,#5,#402,1.);\n")
	const cuts = 300
	for i := range cuts {
		n := 1000 + 10*i
		before := n - 7
		if i == 0 {
			before = 500
		}
		fmt.Fprintf(&b,
			"#%d=IFCCARTESIANPOINT((%.4f,0.,0.));\n#%d=IFCAXIS2PLACEMENT3D(#%d,#403,#404);\n#%d=IFCPLANE(#%d);\n", n,
			0.9-0.002*float64(i), n+1, n, n+2, n+1)
		fmt.Fprintf(&b, "#%d=IFCHALFSPACESOLID(#%d,.F.);\n#%d=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#%d,#%d);\n", n+4,
			n+2, n+3, before, n+4)
	}
	last := 1000 + 10*(cuts-1) + 3
	left := (1 + 0.9 - 0.002*(cuts-1)) * 2
	body, err := itemBody(t,
		b.String()+fmt.Sprintf(
			"#405=IFCSHAPEREPRESENTATION(#7,'Body','Clipping',(#%d));\n#406=IFCREPRESENTATIONMAP(#5,#405);\n#407=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);\n#414=IFCMAPPEDITEM(#406,#407);\n", last))
	holdsVolume(t, "as it is", body, err, left, 0.001)
	body, err = itemBody(t,
		b.String()+fmt.Sprintf(
			"#405=IFCSHAPEREPRESENTATION(#7,'Body','Clipping',(#%d));\n#406=IFCREPRESENTATIONMAP(#5,#405);\n#408=IFCDIRECTION((-1.,0.,0.));\n#407=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM(#408,#404,#4,$,#402,2.,3.);\n#414=IFCMAPPEDITEM(#406,#407);\n", last))
	holdsVolume(t, "mirrored and stretched", body, err, 6*left, 0.001)
}
