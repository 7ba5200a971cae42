"""Whether the indices that an operator gives are those of its values, where PyTorch leaves open which of several equal elements it names."""
import torch

# The place of dim among the arguments.
NAMING = {"topk": 2, "median": 1, "nanmedian": 1, "mode": 1, "kthvalue": 2}
SORTS = ("sort", "argsort")  # stable here, whether or not that is asked for
DEFAULT = -1  # of dim


def are_in_order(values, places):
    return torch.equal(places, torch.sort(values[0], stable=True, **dict(zip(("dim", "descending"), values[1:])))[1])


def are_alike(a, b):
    same = a == b
    return same | (a != a) & (b != b)


def lead_to(op, values, found, places):
    """Whether what lies at these places of the first argument, along dim, is what was found, each place named once where one asks for several."""
    x = values[0]
    dim = values[NAMING[op.name]] if len(values) > NAMING[op.name] else DEFAULT
    if x.dim() == 0:
        return bool((places == 0).all()) and bool(are_alike(found, x).all())
    keeps = op.name == "topk" or len(values) > NAMING[op.name] + 1 and values[NAMING[op.name] + 1]
    if not keeps:
        found, places = found.unsqueeze(dim), places.unsqueeze(dim)
    if bool(((places < 0) | (places >= x.shape[dim])).any()):
        return False
    once = places.sort(dim)[0].diff(dim=dim)
    return bool((once > 0).all()) and bool(are_alike(x.gather(dim, places), found).all())
