package main

import (
	"fmt"
	"time"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

// pictures measures shaded pictures of the large model, with its bodies at hand, beside one of a single element of it:
// what a picture of that size takes whatever is on it.
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
	b.add(figure{Name: fmt.Sprintf("picture of %d elements, 1200 x 800, bodies at hand", p.Drawn),
		Value: 1 / took.Seconds(), Unit: "/s",
		Floor: "picture of one element, /s", FloorIs: 1 / least.Seconds(),
		Note: fmt.Sprintf("%.0f kB", float64(len(p.PNG))/1000)})
	return nil
}

// picture returns the shorter time of two pictures; the first one makes the bodies.
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
