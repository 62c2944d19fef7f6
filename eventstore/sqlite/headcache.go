package sqlite

import (
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// maxHeads is the maximum number of remembered heads, more than the streams that a process queries between two commits.
const maxHeads = 1024

// headCache remembers heads until a process commits. Each call reads some heads to learn whether anything has changed,
// and usually nothing has.
type headCache struct {
	index *walIndex

	mu    sync.Mutex
	at    indexHeader // header of the log when the heads were read
	heads map[string]knownHead
}

// wholeStore is the key for the position of the store; no stream has this name.
const wholeStore = ""

// knownHead is the head of a stream, or the information that the stream does not exist. The head may belong to a commit
// that is not flushed yet.
type knownHead struct {
	head  eventstore.Head
	found bool
}

// head returns the remembered head of a stream, or else calls ask. A head that is read during a commit may be old or
// new, and is not remembered.
func (c *headCache) head(stream string, ask func() (knownHead, error)) (knownHead, error) {
	before, settled := c.index.look()
	if settled {
		if known, ok := c.remembered(before, stream); ok {
			return known, nil
		}
	}
	known, err := ask()
	if err != nil || !settled {
		return known, err
	}
	if after, ok := c.index.look(); ok && after == before {
		c.remember(before, stream, known)
	}
	return known, nil
}

func (c *headCache) remembered(at indexHeader, stream string) (known knownHead, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != at {
		return knownHead{}, false
	}
	known, ok = c.heads[stream]
	return known, ok
}

func (c *headCache) remember(at indexHeader, stream string, known knownHead) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.heads == nil {
		c.heads = map[string]knownHead{}
	}
	if c.at != at || len(c.heads) >= maxHeads {
		clear(c.heads)
		c.at = at
	}
	c.heads[stream] = known
}

// during runs a transaction of this process and updates the remembered heads of the streams that it wrote, using moved.
// The other remembered heads remain valid unless another process has committed too.
func (c *headCache) during(group []*request, transact func() (committed bool),
	moved func(stream string) (eventstore.Head, bool),
) {
	before, settled := c.index.look()
	if committed := transact(); !committed || !settled {
		return
	}
	after, settled := c.index.look()
	if !settled || after.transactions() != before.transactions()+1 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == before && c.follow(group, moved) {
		c.at = after
	}
}

// follow updates the heads of the streams that requests write. It returns false if the requests do not name their
// streams.
func (c *headCache) follow(group []*request, moved func(stream string) (eventstore.Head, bool)) bool {
	for _, r := range group {
		if r.parts == nil && r.stretch == nil {
			return false
		}
		for stream := range r.streams() {
			_, asked := c.heads[stream]
			if head, ok := moved(stream); ok && asked {
				c.heads[stream] = knownHead{head: head, found: true}
			} else {
				delete(c.heads, stream)
			}
		}
	}
	if _, asked := c.heads[wholeStore]; asked {
		head, _ := moved(wholeStore)
		c.heads[wholeStore] = knownHead{head: head, found: true}
	}
	return true
}
