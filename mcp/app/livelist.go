package app

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// afterForm is the place in a list that has no revision: how many items are before it, how many the list had, and the
// mark of the item before it.
const afterForm = "%d:%d:%d"

// after is where the page before ended in a list that has no revision.
type after struct {
	items int    // of the list, as it was
	mark  uint32 // of the last item told
}

// markOf is a short name of an item by its id.
func markOf(id string) uint32 { return crc32.ChecksumIEEE([]byte(id)) }

// TakeLive is take of a list whose past states cannot be asked for: models, branches, tasks, runs, files, requests. A
// page begins behind the last item of the page before, wherever that is by now, so that what was added or has left the
// list since shifts nothing. ILLEGAL_STATE where that item has left the list, or moved within it.
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

// follow sets the offset behind the last item of the page before. An item that lies further behind than what the list
// has got more of was moved: what it passed would not be told.
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

// lastTold reads where the page before ended from the call's cursor.
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
