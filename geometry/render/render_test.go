package render

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// box is the mesh of a box in metres.
func box(lo, hi Vector) *geometry.Mesh {
	at := func(v Vector) geometry.Point3 {
		return geometry.Point3{X: geometry.Length(v.X * 1e6), Y: geometry.Length(v.Y * 1e6),
			Z: geometry.Length(v.Z * 1e6)}
	}
	m := &geometry.Mesh{}
	for _, z := range []float64{lo.Z, hi.Z} {
		for _, p := range [][2]float64{{lo.X, lo.Y}, {hi.X, lo.Y}, {hi.X, hi.Y}, {lo.X, hi.Y}} {
			m.Vertices = append(m.Vertices, at(Vector{p[0], p[1], z}))
		}
	}
	for _, q := range [][4]int32{{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}} {
		m.Triangles = append(m.Triangles, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
	}
	return m
}

// someBoxes returns a scene of boxes that overlap at random, and a camera that looks at them, or out from among them.
func someBoxes(random *rand.Rand, n int) ([]Object, Options) {
	var objects []Object
	all := geometry.EmptyBox()
	coordinate := func() float64 { return math.Round(random.Float64()*8000) / 1000 }
	for i := range n {
		lo := Vector{coordinate(), coordinate(), coordinate()}
		m := box(lo, lo.Add(Vector{0.2 + coordinate()/3, 0.2 + coordinate()/3, 0.2 + coordinate()/3}))
		objects = append(objects, object(m, Colour{uint8(40 * i), 100, 200, 255}))
		all = all.Union(objects[i].Box)
	}
	c := Towards(Vector{}, Vector{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
	c.Aspect = 1.5
	if random.IntN(3) > 0 {
		c.FieldOfView = geometry.Angle(30+random.IntN(60)) * geometry.Degree
	}
	c.Fit(Corners(all))
	o := Options{Width: 36, Height: 24, Camera: c}
	for i := range random.IntN(4) { // the first one faces the camera, so that its cut is visible
		n := Vector{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		if i == 0 {
			n = n.Sub(c.Forward.Times(3))
		}
		o.Cut = append(o.Cut, Plane{At: Vector{coordinate(), coordinate(), coordinate()}, Normal: n})
	}
	return objects, o
}

// object returns an object of a single part.
func object(m *geometry.Mesh, c Colour) Object {
	box := geometry.EmptyBox()
	for _, v := range m.Vertices {
		box = box.Extend(v)
	}
	return Object{Box: box, Parts: func() []Part { return []Part{{m, c}} }}
}

// within returns the stretch of a ray within a box. hit is false if the ray misses the box. sure is false if the ray
// comes so near to an edge that a hundredth of a sample decides.
func within(from, along Vector, m *geometry.Mesh, slack float64) (enter, leave float64, hit, sure bool) {
	lo, hi := Metres(m.Vertices[0]), Metres(m.Vertices[6])
	enter, leave, sure = math.Inf(-1), math.Inf(1), true
	for _, axis := range [3][4]float64{{from.X, along.X, lo.X, hi.X}, {from.Y, along.Y, lo.Y, hi.Y},
		{from.Z, along.Z, lo.Z, hi.Z}} {
		a, b := (axis[2]-axis[0])/axis[1], (axis[3]-axis[0])/axis[1]
		enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
	}
	return enter, leave, enter < leave, math.Abs(enter-leave) > slack
}

// Each sample shows the first object that its ray meets, as computed by simple arithmetic on the boxes. If the ray
// enters a body through a cutting plane, it shows that body at the plane. Samples close to an edge are not checked.
func TestWhatIsSeenIsWhatRaysMeet(t *testing.T) {
	judged, cuts := 0, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 1))
		objects, o := someBoxes(random, 2+random.IntN(12))
		f, err := newFrame(objects, o)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := f.fill(context.Background(), &f.view, opaque, true)
		for i, id := range b.ids {
			want, plane, depth, sure := f.meets(i%b.width, i/b.width)
			if !sure {
				continue
			}
			judged++
			got, gotPlane := -1, -1
			if id != nothing {
				got, gotPlane = id.source().object, id.source().plane
			}
			if got != want || gotPlane != plane {
				t.Fatalf("seed %d, sample %d: object %d cut by %d, want %d cut by %d", seed,
					i, got, gotPlane, want, plane)
			}
			if plane >= 0 {
				cuts++
			}
			if want >= 0 && math.Abs(f.view.distance(b.depth[i])-depth) > 0.002*depth+0.02 {
				t.Fatalf("seed %d, sample %d: at %v, want %v", seed, i, f.view.distance(b.depth[i]), depth)
			}
		}
	}
	if judged < 300_000 || cuts < 1_500 {
		t.Errorf("only %d samples were judged, %d of cuts", judged, cuts)
	}
}

// meets returns the object that the ray of a sample meets first, the plane that cuts it there, and its distance.
func (f *frame) meets(x, y int) (item, plane int, depth float64, sure bool) {
	start, along := f.view.ray(x, y)
	from, way := f.view.world(start), f.view.world(along).Sub(f.Camera.Eye)
	begin, end, by := near, math.Inf(1), -1
	for i, p := range f.Cut {
		speed, over := p.Normal.Dot(way), p.Normal.Dot(from.Sub(p.At))
		d := -over / speed
		if speed < 0 && d > begin {
			begin, by = d, i
		} else if speed > 0 {
			end = min(end, d)
		}
	}
	item, plane, depth, sure = -1, -1, math.Inf(1), true
	const slack = 0.02 // metres along the ray: a hundredth of a sample at a flat angle
	second := depth
	for i := range f.objects {
		enter, leave, hit, clear := within(from, way, f.parts(i)[0].Mesh, slack)
		if !clear || hit && (math.Abs(enter-begin) < slack || math.Abs(leave-begin) < slack ||
			math.Abs(enter-end) < slack) {
			return 0, 0, 0, false
		}
		if !hit || leave < begin || max(enter, begin) > end {
			continue
		}
		at, cut := enter, -1
		if enter < begin {
			if by < 0 {
				continue // the eye is in the body, whose inside is not visible
			}
			at, cut = begin, by
		}
		if at < depth {
			item, plane, depth, second = i, cut, at, depth
		} else {
			second = min(second, at)
		}
	}
	return item, plane, depth, second-depth > slack || item < 0
}

// The same scene gives the same pixels on any number of processors, with everything switched on.
func TestThePictureIsTheSameAgain(t *testing.T) {
	objects, o := someBoxes(rand.New(rand.NewPCG(1, 2)), 9)
	for i, opacity := range map[int]uint8{3: 90, 5: 120} {
		part := objects[i].Parts()[0]
		part.Colour[3] = opacity
		objects[i] = object(part.Mesh, part.Colour)
	}
	ground := 0.0
	o.Width, o.Height, o.Ground = 240, 160, &ground
	paint := func() *Picture {
		p, err := Render(context.Background(), objects, o)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := paint()
	runtime.GOMAXPROCS(7)
	for range 3 {
		if many := paint(); !bytes.Equal(one.Image.Pix, many.Image.Pix) || !slices.Equal(one.Seen, many.Seen) {
			t.Fatal("the pixels differ")
		}
	}
}

// A wall in the sun throws a shadow on the ground. The ground beside the wall has less light than the ground far away.
// The sunny side of the wall has more light than the other side.
func TestLightAndShadow(t *testing.T) {
	wall := object(box(Vector{0, 0, 0}, Vector{6, 0.3, 3}), Colour{200, 200, 200, 255})
	c := Towards(Vector{3, -12, 9}, Vector{0, 12, -8})
	c.FieldOfView = 50 * geometry.Degree
	ground := 0.0
	p, err := Render(context.Background(), []Object{wall}, Options{Width: 300, Height: 200, Camera: c, Ground: &ground})
	if err != nil {
		t.Fatal(err)
	}
	darkest, lightest := 255, 0
	for y := range 200 {
		for x := range 300 {
			if v := p.Image.RGBAAt(x, y); y > 100 && x > 20 && x < 280 { // below the horizon
				darkest, lightest = min(darkest, int(v.R)), max(lightest, int(v.R))
			}
		}
	}
	if lightest < 190 || darkest > 130 {
		t.Errorf("from %d to %d: there is no shadow, or nothing else", darkest, lightest)
	}
	plain, err := Render(context.Background(), []Object{wall}, Options{Width: 300, Height: 200, Camera: c, Plain: true})
	if err != nil || p.Seen[0] != plain.Seen[0] || p.Seen[0] < 1000 {
		t.Errorf("%v; the wall is seen in %v samples, without shadow in %v", err, p.Seen, plain.Seen)
	}
}

// After fitting, all corners are in the camera's picture, and one corner is near the border.
func TestFit(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 3))
		_, o := someBoxes(random, 3)
		o.Camera.Aspect = 0.5 + random.Float64()*2
		lo := Vector{random.Float64() * 1000, -random.Float64() * 1000, random.Float64() * 10}
		points := []Vector{lo, lo.Add(Vector{random.Float64() * 50, 1, 2}),
			lo.Add(Vector{1, random.Float64() * 50, random.Float64() * 20})}
		o.Camera.Fit(points)
		e := o.Camera.extentOf(points)
		tall := o.Camera.Height / 2
		if o.Camera.FieldOfView != 0 {
			tall = o.Camera.slope()
		}
		used := max(e.top/tall, -e.bottom/tall, e.right/tall/o.Camera.Aspect, -e.left/tall/o.Camera.Aspect)
		if used > 1 || used < 0.8 {
			t.Errorf("seed %d: %v of the picture is used", seed, used)
		}
	}
}

// A small palette still has a colour for a small area, and all pixels have nearly their original colours.
func TestEncode(t *testing.T) {
	objects, o := someBoxes(rand.New(rand.NewPCG(4, 5)), 6)
	o.Width, o.Height = 300, 200
	p, err := Render(context.Background(), objects, o)
	if err != nil {
		t.Fatal(err)
	}
	for x := range 9 {
		p.Image.Pix[p.Image.PixOffset(x, 3)+0], p.Image.Pix[p.Image.PixOffset(x, 3)+1] = 255, 0
	}
	for _, colours := range []int{32, 256} {
		data, err := Encode(p.Image, colours)
		if err != nil {
			t.Fatal(err)
		}
		again, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for y := range 200 {
			for x := range 300 {
				r, g, b, _ := again.At(x, y).RGBA()
				v := p.Image.RGBAAt(x, y)
				sum += math.Abs(float64(r>>8)-float64(v.R)) + math.Abs(float64(g>>8)-float64(v.G)) +
					math.Abs(float64(b>>8)-float64(v.B))
			}
		}
		if mean := sum / 3 / 60000; mean > 200/float64(colours) {
			t.Errorf("%d colours: %v off in the mean", colours, mean)
		}
		if r, g, _, _ := again.At(4, 3).RGBA(); r>>8 < 230 || g>>8 > 40 {
			t.Errorf("%d colours: the red line is lost", colours)
		}
	}
}

func TestPicturesThatCannotBe(t *testing.T) {
	objects, sound := someBoxes(rand.New(rand.NewPCG(1, 2)), 1)
	for name, spoil := range map[string]func(*Options){
		"no width":        func(o *Options) { o.Width = 0 },
		"too high":        func(o *Options) { o.Height = MaxSide + 1 },
		"too many planes": func(o *Options) { o.Cut = make([]Plane, MaxPlanes+1) },
		"a fish eye":      func(o *Options) { o.Camera.FieldOfView = 180 * geometry.Degree },
		"no camera":       func(o *Options) { o.Camera.FieldOfView, o.Camera.Height = 0, 0 },
	} {
		o := sound
		spoil(&o)
		if _, err := Render(context.Background(), objects, o); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Render(ctx, objects, sound); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Render(context.Background(), nil, sound); err != nil {
		t.Errorf("an empty scene: %v", err)
	}
}
