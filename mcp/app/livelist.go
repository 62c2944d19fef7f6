package app

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// afterForm is the form of a cursor in a list without revisions: the number of items before the place, the length of
// the list, and the mark of the last item before the place.
const afterForm = "%d:%d:%d"

// after is where the previous page ended in a list without revisions.
type after struct {
	items int    // length of the list at that time
	mark  uint32 // of the last item shown
}

// markOf returns a short hash of an item's id.
func markOf(id string) uint32 { return crc32.ChecksumIEEE([]byte(id)) }

// TakeLive is Take for a list without past states: models, branches, tasks, runs, files, requests. A page begins after
// the last item of the previous page, wherever that item is now, so that added or removed items shift nothing. The
// error is ILLEGAL_STATE if that item has left the list, or has moved within it.
func TakeLive[T any](p *Page, all []T, id func(T) string, size func(T) int) ([]T, Paging, error) {
	if p.Resumed {
		if err := p.follow(len(all), func(i int) uint32 { return markOf(id(all[i])) }); err != nil {
			return nil, Paging{}, err
		}
	}
	part, paging := Take(p, all, size)
	if to := p.Offset + len(part); paging.NextCursor != "" && len(part) > 0 {
		paging.NextCursor = p.Call.CursorAt(fmt.Sprintf(afterForm, to, len(all), markOf(id(part[len(part)-1]))))
	}
	return part, paging, nil
}

// follow sets the offset to the place after the last item of the previous page. Items that were added to the list can
// move that item back by at most their number. If the item is further back, it was moved itself, and the page could
// miss items, so the error is ILLEGAL_STATE.
func (p *Page) follow(items int, mark func(i int) uint32) error {
	last, err := p.lastTold()
	if err != nil {
		return err
	}
	for i := range items {
		if mark(i) == last.mark && i+1 <= p.Offset+max(0, items-last.items) {
			p.Offset = i + 1
			return nil
		}
	}
	return state.Errorf(state.IllegalState,
		"the list has changed where the page before ended: start again without the cursor").
		With("state", "list_changed").With("allowed", []string{p.Call.Tool.Name}).With("parameter", "cursor")
}

// lastTold parses the call's cursor and returns where the previous page ended.
func (p *Page) lastTold() (after, error) {
	place, err := p.Call.CursorPlace()
	if err != nil {
		return after{}, err
	}
	parts := strings.Split(place, ":")
	if len(parts) != strings.Count(afterForm, ":")+1 {
		return after{}, mcp.ErrUnknownCursor()
	}
	var numbers [3]uint64
	for i, part := range parts {
		if numbers[i], err = strconv.ParseUint(part, 10, 32); err != nil {
			return after{}, mcp.ErrUnknownCursor()
		}
	}
	p.Offset = int(numbers[0])
	return after{int(numbers[1]), uint32(numbers[2])}, nil
}
