package bench

import (
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

// pictures measures shaded pictures of the large model whose bodies are computed already. The floor is a picture of a
// single element, which has the cost of any picture of that size.
func (b *bench) pictures() error {
	_, store, v, err := b.opened(elementsPerStorey)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	all := scenes.PictureSpec{Width: 1200, Height: 800}
	one := all
	one.Elements = v.Model.OfCategory("wall")[:1]
	least, _, err := b.picture(v, one)
	if err != nil {
		return err
	}
	took, p, err := b.picture(v, all)
	if err != nil {
		return err
	}
	b.add(Figure{Name: fmt.Sprintf("picture of %d elements, 1200 x 800, bodies at hand", p.Drawn),
		Value: 1 / took.Seconds(), Unit: "/s",
		Floor: "picture of one element, /s", FloorIs: 1 / least.Seconds(),
		Note: fmt.Sprintf("%.0f kB, %.2f s; at most 3 s of 100,000 are asked for", float64(len(p.PNG))/1000,
			took.Seconds())})
	return b.sights(v)
}

// picture makes a picture three times and returns the shorter time of the last two. The first one computes the bodies.
func (b *bench) picture(v *projections.View, s scenes.PictureSpec) (least time.Duration, p *scenes.Picture, err error) {
	for i := range 3 {
		begin := time.Now()
		if p, err = scenes.Render(b.ctx, v, s, nil); err != nil {
			return 0, nil, err
		}
		if took := time.Since(begin); i == 1 || i > 1 && took < least {
			least = took
		}
	}
	return least, p, nil
}

// sightsMeasured is the number of viewpoints that are made in one turn.
const sightsMeasured = 10

// sightStoreys is the number of storeys of the small model. As in the large model, there are storeys above and below
// the doors that are viewed.
const sightStoreys = 3

// middleDoors returns some doors of the second storey of a tower.
func middleDoors(v *projections.View) (out []modelstate.ID) {
	for _, id := range v.Model.OnLevel(shape.Levels(v.Model)[1].ID) {
		if e, ok := v.Model.Element(id); ok && e.Category == modelstate.CategoryDoor && len(out) < sightsMeasured {
			out = append(out, id)
		}
	}
	return out
}

// sights measures viewpoints with snapshots in a large and a small model, in turns. Each BCF topic has at least one
// viewpoint. Their cost depends on the surroundings, which are the same in both models.
func (b *bench) sights(large *projections.View) error {
	small, _, err := b.storeys(sightStoreys)
	if err != nil {
		return err
	}
	var best [2]time.Duration
	for turn := range 4 { // the first turn derives state from the geometry
		for i, v := range []*projections.View{small, large} {
			begin := time.Now()
			for _, id := range middleDoors(v) {
				s, err := scenes.See(b.ctx, v, scenes.Place{Elements: []modelstate.ID{id}, Box: geometry.EmptyBox()},
					1.5)
				if err != nil {
					return err
				}
				if _, err := s.Snapshot(b.ctx, 960, 640); err != nil {
					return err
				}
			}
			if took := time.Since(begin); turn == 1 || turn > 1 && took < best[i] {
				best[i] = took
			}
		}
	}
	b.add(Figure{Name: fmt.Sprintf("viewpoints of BCF with snapshots, of %d elements", large.Model.Len()),
		Value: sightsMeasured / best[1].Seconds(), Unit: "/s",
		Floor: fmt.Sprintf("of %d, /s", small.Model.Len()), FloorIs: sightsMeasured / best[0].Seconds()})
	return nil
}
