"""Writes golden.json, the values that tuning.test.ts compares with: pip install torch==2.13.0 transformers==4.57.6 numpy

Everything in float64: 6 updates of a [3, 5] matrix by given gradients, and torch's gradient clipping.
"""
import json
import os

import torch
from transformers.optimization import Adafactor

torch.manual_seed(7)
SHAPE, STEPS = (3, 5), 6
start = torch.randn(SHAPE, dtype=torch.float64)
gradients = [torch.randn(SHAPE, dtype=torch.float64) * 10.0 ** (k - 3) for k in range(STEPS)]
gradients[2][1] = 0  # a virtual token that gets no gradient in one step
rates = [0.3, 0.3, 0.2, 0.1, 0.1, 0.05]
OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=1.0),
    "adam": lambda p: torch.optim.Adam(p, lr=1.0),
    "adamw": lambda p: torch.optim.AdamW(p, lr=1.0),
    "adafactor": lambda p: Adafactor(p, lr=1.0, scale_parameter=False, relative_step=False, warmup_init=False, weight_decay=1e-5),
}


def run(make):
    parameter = torch.nn.Parameter(start.clone())
    optimizer, trace = make([parameter]), []
    for gradient, rate in zip(gradients, rates):
        for group in optimizer.param_groups:
            group["lr"] = rate
        parameter.grad = gradient.clone()
        optimizer.step()
        trace.append(parameter.detach().flatten().tolist())
    return trace


def clip(limit):
    parameter = torch.nn.Parameter(start.clone())
    parameter.grad = gradients[3].clone()
    norm = torch.nn.utils.clip_grad_norm_([parameter], limit)
    return {"limit": limit, "norm": norm.item(), "gradient": parameter.grad.flatten().tolist()}


golden = {
    "versions": {"torch": torch.__version__.split("+")[0], "transformers": __import__("transformers").__version__},
    "shape": SHAPE,
    "start": start.flatten().tolist(),
    "gradients": [g.flatten().tolist() for g in gradients],
    "rates": rates,
    "trace": {name: run(make) for name, make in OPTIMIZERS.items()},
    "clip": [clip(0.5), clip(100.0)],
    "std": {"mean": start.mean(0).tolist(), "deviation": start.std(0).tolist()},
}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.json"), "w") as f:
    json.dump(golden, f, indent=1)
    f.write("\n")
