package cases

import "errors"

func (c Case) clash(r *Result) error { return errors.New("later") }
