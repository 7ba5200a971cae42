"""Cases of sums that equations tell, norms of matrices, what is read off singular values, covariances, distances and losses of pairs,
products of many matrices."""
import torch

from .composites import near
from .inputs import LAYOUTS, lay, plain, smooth
from .recording import EPS
from .torchops import ALL, COMPLEX, DTYPES, FLOATS

F32, F64, I64, C64 = (DTYPES[n] for n in ("float32", "float64", "int64", "complex64"))
LAPACK = (F32, F64, C64, DTYPES["complex128"])
INF, NAN = float("inf"), float("nan")

EQUATIONS = [("ij,jk->ik", (2, 3), (3, 4)), ("ij,jk", (2, 3), (3, 4)), ("ij,jk->ki", (2, 3), (3, 4)), ("i,j->ij", (2,), (3,)), ("i,i->", (3,), (3,)), ("i,i", (3,), (3,)),
             ("ij,ij->ij", (2, 3), (2, 3)), ("ij,ij->i", (2, 3), (2, 3)), ("bij,bjk->bik", (2, 2, 3), (2, 3, 2)), ("...ij,...jk->...ik", (2, 2, 3), (3, 2)),
             ("...i,...i", (2, 3), (3,)), ("i...,i...->...", (2, 3), (2, 1)), ("i...->i", (2, 3)), ("ii", (3, 3)), ("ii->i", (3, 3)), ("iij->ji", (2, 2, 3)), ("ij->ji", (2, 3)),
             ("ij->", (2, 3)), ("ij->j", (2, 3)), ("ba", (2, 3)), ("aB", (2, 3)), ("...", (2, 3)), ("...->...", (2, 3)), ("a...b->b...a", (2, 3, 4)), ("->", ()), ("", ()), (",", (), ()),
             (" i j , j k -> i k ", (2, 3), (3, 4)), ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)), ("ij,jk,kl", (2, 3), (3, 4), (4, 2)), ("i,j,k->kji", (2,), (3,), (2,)),
             ("ij,jk->ik", (2, 1), (3, 4)), ("ij,j->i", (2, 3), (1,)), ("ij,k->i", (2, 3), (4,)), ("iij,jk->ik", (2, 2, 3), (3, 2)), ("ij,jk->ik", (2, 0), (0, 3)), ("ij,jk->ik", (0, 3), (3, 2)),
             ("abc,cd,de,ea->b", (2, 3, 2), (2, 3), (3, 2), (2, 2)), ("bhqd,bhkd->bhqk", (1, 2, 3, 2), (1, 2, 4, 2)), ("ab...,b...->a...", (2, 3, 2), (3, 2)), ("...a,...b->...", (2, 3), (2, 2))]
WRONG = [("ij,jk->ik", (2, 3), (4, 4)), ("ij", (2,)), ("ij->ik", (2, 3)), ("ij->ii", (2, 3)), ("ii", (2, 3)), ("i.j", (2, 3)), ("i..j", (2, 3)), ("......", (2, 3)), ("i->..", (2,)),
         ("i->......", (2,)), ("i$", (2, 3)), ("ij,", (2, 3)), ("ij", (2, 3), (2, 3)), ("ij,jk->i,k", (2, 3), (3, 2)), ("ij->j->i", (2, 3)), ("ij-j", (2, 3)), ("i1", (2, 3)),
         ("...i,...i", (2, 3), (3, 3)), ("ij...", (2,)), ("i,i", (2,), (3,))]


def equations(rec):
    for d in ALL:
        for equation, *shapes in EQUATIONS:
            if d == torch.bool and any(0 in s for s in shapes):
                continue  # PyTorch takes it for there being nothing to multiply
            rec.case("einsum", [equation, [plain(s, d, k, -2, 2) for k, s in enumerate(shapes)]], **dict(near(d), cancel=4.0))
        for kind in LAYOUTS[:5]:
            x = lay(kind, d, "e")
            for equation in ("ij,ij->j", "ij,kj->ik", "ij,jk->ik"):
                rec.case("einsum", [equation, [x, x.t() if equation[3] == "j" else x]], **dict(near(d), cancel=4.0))
        rec.case("einsum", ["ij,jk->ik", [plain((2, 3), d), plain((3, 2), F32)]], **dict(near(d), cancel=4.0))
        rec.case("einsum", ["ij,ij->ij", [plain((2, 3), d), plain((2, 3), F32)]], **dict(near(d), cancel=4.0))
    for equation, *shapes in WRONG:
        rec.case("einsum", [equation, [plain(s, F32) for s in shapes]], expect="refused")
    rec.case("einsum", ["", []], expect="refused")


def rough(d):
    """Of what LAPACK makes on the way."""
    return {"expect": "either", "ulps": 16, "atol": 2000 * EPS[d] if d in EPS else 0}


def conditions(rec):
    orders = (None, 1, -1, 2, -2, INF, -INF, 3, 0, True)
    for d in ALL:
        for shape in ((3, 3), (2, 3, 3), (3, 2), (2, 2, 3), (0, 0), (2, 0, 0), (0, 3), (0, 2, 2), (3,), ()):
            x = smooth(shape, d) + (3 * torch.eye(3)).to(d) if shape[-2:] == (3, 3) and d in EPS else smooth(shape, d)
            for order in orders:
                rec.case("linalg_cond", [x, order], **rough(d))
            for order in ("fro", "nuc"):
                rec.case("linalg_cond_str", [x, order], **rough(d))
        flat = torch.tensor([[1, 0], [0, 0]]).to(d)
        for x in (flat, torch.stack([flat, torch.eye(2).to(d)]), torch.zeros(2, 2).to(d)):
            for order in (1, -1, INF, -INF):
                rec.case("linalg_cond", [x, order], **rough(d))
            rec.case("linalg_cond_str", [x, "fro"], **rough(d))
        for other in ALL:
            for order in (1, 2):
                rec.case("linalg_cond", [torch.eye(2).to(d), order], "out", [torch.zeros((), dtype=other)], **rough(d))
            rec.case("linalg_cond_str", [torch.eye(2).to(d), "fro"], "out", [torch.zeros((), dtype=other)], **rough(d))


def norms(rec):
    orders = (1, -1, 2, -2, INF, -INF)
    for d in ALL:
        for shape in ((3, 2), (2, 3), (2, 2, 3), (0, 2), (2, 0), (3,), ()):
            x = smooth(shape, d)
            for order in orders:
                rec.case("linalg_matrix_norm", [x, order], **rough(d))
                rec.case("linalg_norm", [x, order], **rough(d))
            for order in ("fro", "nuc"):
                rec.case("linalg_matrix_norm_str", [x, order], **rough(d))
                rec.case("linalg_norm_str", [x, order], **rough(d))
            rec.case("linalg_norm", [x], **rough(d))
        x = smooth((2, 3, 4), d)
        for dims in ([0, 2], [2, 0], [-1, 1], [1, 1], [0], [0, 1, 2], [0, 3]):
            for keepdim in (False, True):
                for order in orders:
                    rec.case("linalg_matrix_norm", [x, order, dims, keepdim], **rough(d))
                for order in ("fro", "nuc"):
                    rec.case("linalg_matrix_norm_str", [x, order, dims, keepdim], **rough(d))
                    rec.case("linalg_norm_str", [x, order, dims, keepdim], **rough(d))
                for order in (None, 1, 2, INF, 0, 3):
                    rec.case("linalg_norm", [x, order, dims, keepdim], **rough(d))
        for other in ALL:
            for order in (1, 2):
                rec.case("linalg_matrix_norm", [smooth((3, 2), d), order, [0, 1], False, other], **rough(d))
            for order in ("fro", "nuc"):
                rec.case("linalg_matrix_norm_str", [smooth((3, 2), d), order, [0, 1], False, other], **rough(d))
            rec.case("linalg_norm", [smooth((3,), d), None, None, False, other], **rough(d))
        rec.case("linalg_matrix_norm", [smooth((3, 2), d), 1], "out", [torch.zeros(0, dtype=d)], **rough(d))
        rec.case("linalg_norm", [smooth((3, 2), d)], "out", [torch.zeros((), dtype=d)], **rough(d))
    x = smooth((2, 3), F32)
    for n in ("linalg_matrix_norm", "linalg_norm"):
        for order in (0, 3, 0.5, NAN):
            rec.case(n, [x, order], expect="refused")


def matrix_of_rank(shape, d, rank, seed=""):
    return smooth(shape[:-1] + (rank,), d, seed) @ smooth(shape[:-2] + (rank, shape[-1]), d, seed + "r")


def ranks(rec):
    for d in ALL:
        for n in ("linalg_pinv", "linalg_matrix_rank"):
            if d not in LAPACK:
                rec.case(n, [(torch.eye(3) * 2).to(d)], expect="refused")
                continue
            for shape, rank in (((3, 3), 3), ((3, 2), 2), ((2, 3), 2), ((4, 3), 2), ((2, 3, 3), 2), ((0, 3), 2), ((3, 0), 2), ((0, 2, 3), 2), ((2, 0, 3), 1)):
                x = matrix_of_rank(shape, d, rank)
                rec.case(n, [x], **rough(d))
                rec.case(n, [x.mT.contiguous().mT], **rough(d))
                for atol, rtol in ((0.5, None), (None, 0.125), (0.25, 0.125), (0.0, None)):
                    rec.case(n, [x, atol, rtol], **rough(d))
            x = matrix_of_rank((2, 3, 3), d, 2, "t")
            h = x @ x.mH
            rec.case(n, [h, 0.125, None, True], **rough(d))
            rec.case(n, [h, None, 0.01, True], **rough(d))
            rec.case(n, [x, torch.tensor(0.5), None], **rough(d))
            rec.case(n, [x, None, torch.tensor([0.125, 0.5], dtype=F64)], **rough(d))
            rec.case(n, [x, torch.tensor([0.125, 0.0]), None], **rough(d))
            rec.case(n, [x, torch.tensor([[0.125], [0.0]]), torch.tensor(0.25)], **rough(d))
            rec.case(n, [smooth((2, 3), d), None, None, True], expect="refused")
            rec.case(n, [smooth((3,), d)], expect="refused")
            rec.case(n, [x, torch.tensor(1j), None], expect="refused")
            rec.case(n, [h], "out", [torch.zeros(0, dtype=d)], **rough(d))


def covariances(rec):
    def counts(*v):
        return torch.tensor(v)
    for d in ALL:
        for kind in LAYOUTS:
            x = lay(kind, d, "cov")
            rec.case("cov", [x], **near(d))
            rec.case("corrcoef", [x], **dict(near(d), ulps=16, atol=4 * near(d)["atol"]))
            for correction in (0, 2) if d in COMPLEX else (0, 2, 5):  # complex numbers by 0
                rec.case("cov", [x, correction], **near(d))
        x = plain((2, 4), d, "cov")
        for f, a in ((counts(1, 2, 0, 3), None), (None, plain((4,), F32, "a", 1, 3)), (counts(1, 2, 0, 3), plain((4,), F64, "a", 1, 3)),
                     (counts(1, 2, 0, 3).int(), plain((4,), FLOATS[0], "a", 1, 3))):
            for correction in (0, 1) if d in COMPLEX else (0, 1, 9):
                rec.case("cov", [x, correction, f, a], **near(d))
    x = plain((2, 3), F32)
    rec.case("cov", [plain((2, 0), F32)], expect="either")
    rec.case("cov", [plain((3,), F32), 1, counts(1, 2, 1)])
    for f, a in ((counts(1, -1, 2), None), (counts(0, 0, 0), None), (None, torch.tensor([0.5, -0.5, 1])), (None, torch.zeros(3))):
        rec.case("cov", [x, 1, f, a], expect="data")
    for f, a in ((counts(1, 2), None), (counts(1.0, 2, 3), None), (None, counts(1, 2, 3)), (counts(1, 2, 3).view(1, 3), None)):
        rec.case("cov", [x, 1, f, a], expect="refused")
    rec.case("cov", [plain((2, 2, 2), F32)], expect="refused")


def products(rec):
    for d in ALL:
        more = dict(near(d), cancel=4.0)
        v = plain((3,), d, "v")
        for a, b in ((v, v), (plain((6,), d)[::2], v), (v, plain((), d)), (plain((0,), d), plain((0,), d)), (v, plain((2,), d)), (v, plain((3,), F32))):
            rec.case("vdot", [a, b], **more)
        rec.case("vdot", [v, v], "out", [torch.zeros((), dtype=d)], **more)
        a, b = plain((2, 2, 3), d, "a", -2, 2), plain((2, 3, 4), d, "b", -2, 2)
        for s in (plain((2, 4), d), plain((4,), d), plain((2, 1), d), plain((), d), plain((4, 2), d).t()):
            rec.case("addbmm", [s, a, b], **more)
            rec.case("addbmm", [s, a, b, 2, 3], **more)
            rec.case("addbmm", [s, a, b, 0, 1], **more)
        rec.case("addbmm", [plain((2, 4), d), a[:0], b[:0], 2, 1], **more)
        rec.case("addbmm", [plain((2, 4), d), a, b], "inplace", **more)
        rec.case("addbmm", [plain((2, 4), d), a, b], "out", [torch.zeros(4, 2, dtype=d).t()], **more)
        for kind in LAYOUTS:
            rec.case("ravel", [lay(kind, d)])
    for s, a, b in (((2, 3), (2, 2, 3), (2, 3, 4)), ((2, 4), (2, 2, 3), (3, 3, 4)), ((2, 4), (2, 2, 3), (2, 2, 4)), ((2, 4), (2, 3), (3, 4))):
        rec.case("addbmm", [plain(s, F32), plain(a, F32), plain(b, F32)], expect="refused")


def distances(rec):
    for d in ALL:
        x, y, z = (plain((3, 4), d, k) for k in "xyz")
        for p in (2.0, 1.0, 0.0, INF, 3.0):
            rec.case("pairwise_distance", [x, y, p], **near(d))
            rec.case("pairwise_distance", [x, y[0], p, 0.125, True], **near(d))
        rec.case("pairwise_distance", [x[0], y[0]], **near(d))
        rec.case("pairwise_distance", [plain((), d), plain((), d)], **near(d))
        sign = torch.tensor([1, -1, 1])
        for reduction in (0, 1, 2):
            for t in (sign.to(d), sign, sign.float()):
                rec.case("hinge_embedding_loss", [x.t(), t, 1.0, reduction], **near(d))
                rec.case("margin_ranking_loss", [x.t(), y.t(), t, 0.5, reduction], **near(d))
                rec.case("cosine_embedding_loss", [x, y, t, 0.25, reduction], **near(d))
            rec.case("hinge_embedding_loss", [x, torch.tensor(0), 0.5, reduction], **near(d))
            rec.case("cosine_embedding_loss", [x[0], y[0], torch.tensor(1), 0.0, reduction], **near(d))
            for swap in (False, True):
                rec.case("triplet_margin_loss", [x, y, z, 1.0, 2.0, 1e-6, swap, reduction], **near(d))
                rec.case("triplet_margin_loss", [x, y[:1], z, 0.5, 1.0, 1e-6, swap, reduction], **near(d))
    x = plain((3, 4), F32)
    for name, args in (("cosine_embedding_loss", [x, x, x]), ("cosine_embedding_loss", [x, x, torch.tensor(1)]), ("cosine_embedding_loss", [x[0], x[0], torch.tensor([1, 1])]),
                       ("triplet_margin_loss", [x, x[0], x]), ("hinge_embedding_loss", [x, x[:2]]), ("margin_ranking_loss", [x, x[:2], x]), ("pairwise_distance", [x, x[:2]])):
        rec.case(name, args, expect="refused")


def chains(rec):
    for d in ALL:
        more = dict(near(d), cancel=8.0)
        for shapes in (((2, 3), (3, 2)), ((2, 3), (3,)), ((3,), (3, 2)), ((3,), (3,)), ((2, 3), (3, 4), (4, 1)), ((1, 3), (3, 4), (4, 2)), ((3,), (3, 2), (2,)),
                       ((2, 3), (3, 1), (1, 4), (4, 2)), ((4,), (4, 2), (2, 3), (3, 2), (2, 2)), ((2, 0), (0, 3), (3, 2)), ((0, 2), (2, 2))):
            rec.case("linalg_multi_dot", [[plain(s, d, k, -2, 2) for k, s in enumerate(shapes)]], **more)
        m = plain((3, 2), d).t()
        rec.case("linalg_multi_dot", [[m, m.t(), m]], "out", [torch.zeros(0, dtype=d)], **more)
        for kind in LAYOUTS:
            x = lay(kind, d, "renorm")
            for p, most in ((2, 1), (1, 5.5), (INF, 2), (0.5, 0), (3, 100)):
                for dim in (0, -1):
                    rec.case("renorm", [x, p, dim, most], **near(d))
        rec.case("renorm", [plain((2, 3, 4), d), 2, 1, 3.5], "inplace", **near(d))
        rec.case("renorm", [plain((2, 3, 4), d), 2, 1, 3.5], "out", [torch.zeros(0, dtype=d)], **near(d))
        for shape in ((2, 5, 4), (1, 4, 3, 2), (2, 3, 2, 2, 2), (0, 3, 4), (3, 4)):
            for args in ([3], [2, 0.5, 0.75, 2.0], [1, 0.5], [7, 0.25, 2.0]):
                rec.case("local_response_norm", [plain(shape, d), *args], **near(d))
        rec.case("local_response_norm", [plain((2, 3, 2, 2), d).contiguous(memory_format=torch.channels_last), 3, 0.5], **near(d))
    x = plain((2, 3), F32)
    for name, args in (("linalg_multi_dot", [[x]]), ("linalg_multi_dot", [[]]), ("linalg_multi_dot", [[x, x]]), ("linalg_multi_dot", [[x, x.t().double()]]), ("linalg_multi_dot", [[x, x[0], x]]),
                       ("linalg_multi_dot", [[x, plain((3, 2, 2), F32)]]), ("renorm", [x, 0, 0, 1]), ("renorm", [x, 2, 0, -1]), ("renorm", [x[0], 2, 0, 1]), ("renorm", [x, 2, 2, 1])):
        rec.case(name, args, expect="refused")


def all_cases(rec):
    equations(rec)
    norms(rec)
    conditions(rec)
    ranks(rec)
    covariances(rec)
    products(rec)
    distances(rec)
    chains(rec)
