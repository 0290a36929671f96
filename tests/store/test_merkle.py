"""The Merkle tree: the published vectors, and every size up to 130 against the definition."""

from __future__ import annotations

from hashlib import sha256

import pytest

from houseway.store import merkle
from houseway.store.merkle import Frontier, Node, ProofWrong, leaf_hash, node_hash

# The reference vectors of Certificate Transparency: leaves, the root at every size, proofs.
LEAVES = [
    bytes.fromhex(each)
    for each in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657",
                 "606162636465666768696a6b6c6d6e6f")
]  # fmt: skip
_ROOTS = """
    e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d
    fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125
    aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77
    d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7
    4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4
    76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef
    ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c
    5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328
"""
ROOTS = _ROOTS.split()
INCLUSION = {
    (0, 8): """96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7
               5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e
               6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4""",
    (5, 8): """bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b
               ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0
               d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7""",
}
CONSISTENCY = {
    (1, 1): "",
    (1, 8): INCLUSION[0, 8],
    (6, 8): """0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a
               ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0
               d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7""",
    (2, 5): """5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e
               bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b""",
}
MOST = 130
MANY = [leaf_hash(b"leaf %d" % number) for number in range(MOST)]


def naive(hashes: list[bytes]) -> bytes:
    """RFC 6962 2.1, word for word."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256(b"").digest()
    left = 1
    while left * 2 < len(hashes):
        left *= 2
    return node_hash(naive(hashes[:left]), naive(hashes[left:]))


def over(hashes: list[bytes]) -> Node:
    return lambda level, index: naive(hashes[index << level : (index + 1) << level])


def as_bytes(text: str) -> list[bytes]:
    return [bytes.fromhex(each) for each in text.split()]


def test_the_published_roots_of_certificate_transparency() -> None:
    leaves = list(map(leaf_hash, LEAVES))
    frontier = Frontier()
    for size, expected in enumerate(ROOTS):
        assert frontier.root().hex() == expected
        assert merkle.root(size, over(leaves)).hex() == expected
        if size < len(leaves):
            frontier.add(leaves[size])


@pytest.mark.parametrize("place", INCLUSION)
def test_the_published_inclusion_proofs(place: tuple[int, int]) -> None:
    index, size = place
    leaves = list(map(leaf_hash, LEAVES))
    proof = merkle.inclusion(index, size, over(leaves))
    assert proof == as_bytes(INCLUSION[place])
    assert merkle.root_by_inclusion(leaves[index], index, size, proof).hex() == ROOTS[size]


@pytest.mark.parametrize("sizes", CONSISTENCY)
def test_the_published_consistency_proofs(sizes: tuple[int, int]) -> None:
    old, new = sizes
    proof = merkle.consistency(old, new, over(list(map(leaf_hash, LEAVES))))
    assert proof == as_bytes(CONSISTENCY[sizes])
    merkle.check_consistency(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), proof)


def test_every_root_and_inclusion_proof_up_to_130_leaves() -> None:
    frontier = Frontier()
    for size in range(1, MOST + 1):
        frontier.add(MANY[size - 1])
        expected = naive(MANY[:size])
        assert frontier.root() == merkle.root(size, over(MANY)) == expected
        for index in range(size):
            proof = merkle.inclusion(index, size, over(MANY))
            assert merkle.root_by_inclusion(MANY[index], index, size, proof) == expected


def test_every_consistency_proof_up_to_130_leaves() -> None:
    roots = [naive(MANY[:size]) for size in range(MOST + 1)]
    for new in range(MOST + 1):
        for old in range(new + 1):
            proof = merkle.consistency(old, new, over(MANY))
            merkle.check_consistency(old, roots[old], new, roots[new], proof)


def test_a_proof_for_another_place_size_or_root_is_wrong() -> None:
    """Nothing of a proof can be exchanged, left out or added."""
    roots = [naive(MANY[:size]) for size in range(40)]
    for index, size in ((0, 1), (3, 7), (6, 7), (16, 33), (32, 33)):
        proof = merkle.inclusion(index, size, over(MANY))
        for wrong in (proof[:-1], [*proof, proof[0] if proof else roots[1]]):
            if wrong != proof:
                with pytest.raises(ProofWrong):
                    merkle.root_by_inclusion(MANY[index], index, size, wrong)
        for other in range(size):
            if other != index:
                assert _led_to(MANY[index], other, size, proof) != roots[size]
    for old, new in ((3, 7), (4, 8), (7, 33), (32, 33)):
        proof = merkle.consistency(old, new, over(MANY))
        for place in range(len(proof)):
            forged = [*proof[:place], roots[5], *proof[place + 1 :]]
            with pytest.raises(ProofWrong):
                merkle.check_consistency(old, roots[old], new, roots[new], forged)
        for short in (proof[:-1], [*proof, roots[5]]):
            with pytest.raises(ProofWrong):
                merkle.check_consistency(old, roots[old], new, roots[new], short)


def _led_to(leaf: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    try:
        return merkle.root_by_inclusion(leaf, index, size, proof)
    except ProofWrong:
        return b""


def test_a_tree_never_shrinks() -> None:
    roots = [naive(MANY[:size]) for size in range(9)]
    with pytest.raises(ProofWrong, match="cannot begin with"):
        merkle.check_consistency(8, roots[8], 7, roots[7], [])
    with pytest.raises(ProofWrong, match="two roots of one size"):
        merkle.check_consistency(8, roots[8], 8, roots[7], [])
    with pytest.raises(ValueError, match="no leaf 8"):
        merkle.inclusion(8, 8, over(MANY))
