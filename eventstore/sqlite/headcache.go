package sqlite

import (
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// maxHeads bounds the heads that are remembered: more than the streams that a process asks for between two commits.
const maxHeads = 1024

// headCache remembers heads for as long as no process commits. Each call asks for some heads to learn whether anything
// has changed, and mostly nothing has.
type headCache struct {
	index *walIndex

	mu    sync.Mutex
	at    indexHeader // of the log in which the heads stand
	heads map[string]knownHead
}

// wholeStore is where the position of the store is remembered: no stream has this name.
const wholeStore = ""

// knownHead is the head of a stream, or that there is no such stream. The head may be of a commit that is not flushed
// yet.
type knownHead struct {
	head  eventstore.Head
	found bool
}

// head returns what is remembered of a stream, or else asks for it. What is found while somebody commits may be of
// before or after, and is not remembered.
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

// during runs a transaction of this process, after which the streams that it wrote have the heads that moved tells.
// What is remembered holds afterwards too, unless another process has committed as well.
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

// follow takes over the heads of the streams that requests write. It is false when they do not name their streams.
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
